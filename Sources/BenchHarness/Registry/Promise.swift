/// What the contract promises of every strategy, one name a promise that `verify` checks.
public enum Promise: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// After the last submission the view ends up showing the newest model.
  case finalState = "final-state"
  /// Every update is shown.
  case nothingLost = "nothing-lost"
  /// Updates of one producer are shown in the order of their submission.
  case order
  /// Never two deliveries at once, and on main only.
  case neverConcurrent = "never-concurrent"
  /// Never a delivery inside another.
  case neverNested = "never-nested"
  /// No delivery after `cancel()` has returned on main.
  case nothingAfterCancel = "nothing-after-cancel"
  /// Dropping the strategy, unused or busy, is safe and ends its deliveries.
  case safeToDrop = "safe-to-drop"
  /// An update is shown within the time that the strategy's rule states.
  case boundedLatency = "bounded-latency"
  /// Main can do other work between deliveries, however fast updates come.
  case noStarvation = "no-starvation"
  /// Main is not woken while there is nothing to deliver.
  case noIdleWakeUps = "no-idle-wake-ups"
  /// Submitting, flushing and cancelling inside a delivery do what they do elsewhere.
  case reentrancy
  /// Once the producers are done, everything comes to an end.
  case terminates
  /// The process lives on.
  case survives
  /// A submission on main that comes before its change is made still ends with the change shown.
  case freshAfterWillSet = "fresh-after-will-set"
  /// Other work on main makes no update wait for longer than the bound and that work.
  case survivesBusyMain = "survives-busy-main"
  /// After `cancel()` the handler and what it captured are let go of, on main.
  case releasesHandler = "releases-handler"
  /// A submission with a bound of its own is delivered within it, and those before it with it.
  case boundedSubmission = "bounded-submission"
  /// A pause delivers nothing and loses nothing.
  case pauseLosesNothing = "pause-loses-nothing"
  /// Every delivery follows an update that none before it has answered.
  case noEmptyDeliveries = "no-empty-deliveries"
  /// `cancelPending()` drops what waits, and nothing that comes later.
  case dropsOnlyPending = "drops-only-pending"
  /// A reset, or other settings, lose nothing and hold nothing up.
  case settingsLoseNothing = "settings-lose-nothing"
  /// Memory does not grow with the number of updates that were delivered.
  case boundedMemory = "bounded-memory"
}
