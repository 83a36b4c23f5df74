/// A guarantee in the contract of every strategy, checked by `bench verify` and listed in docs/verify.md.
public enum Promise: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case finalState = "final-state"
  case nothingLost = "nothing-lost"
  case order
  case neverConcurrent = "never-concurrent"
  case neverNested = "never-nested"
  case nothingAfterCancel = "nothing-after-cancel"
  case safeToDrop = "safe-to-drop"
  case boundedLatency = "bounded-latency"
  case noStarvation = "no-starvation"
  case noIdleWakeUps = "no-idle-wake-ups"
  case reentrancy
  case terminates
  case survives
  case freshAfterWillSet = "fresh-after-will-set"
  case survivesBusyMain = "survives-busy-main"
  case releasesHandler = "releases-handler"
  case noEmptyDeliveries = "no-empty-deliveries"
  case boundedMemory = "bounded-memory"
  case survivesSlowStart = "survives-slow-start"

  /// The promise in one sentence.
  public var sentence: String { words.sentence }

  /// The heading of the promise's table column, at most four letters.
  package var column: String { words.column }

  private var words: (column: String, sentence: String) {
    switch self {
    case .finalState: ("end", "At the end, the view shows the newest model.")
    case .nothingLost: ("lost", "Every update is shown.")
    case .order: ("ordr", "Updates of one producer are shown in submission order.")
    case .neverConcurrent: ("conc", "Deliveries are made on the main thread, one at a time.")
    case .neverNested:
      (
        "nest",
        "No delivery is made inside another, even if handlers submit, flush or "
          + "run the run loop."
      )
    case .nothingAfterCancel:
      (
        "canc",
        "No delivery follows `cancel()`, which may be called inside a "
          + "delivery, a snapshot, a condition or a completion."
      )
    case .safeToDrop: ("drop", "A dropped strategy delivers nothing more and releases its view.")
    case .boundedLatency:
      ("wait", "Latency and delivery spacing stay within the limits of the strategy's rule.")
    case .noStarvation: ("strv", "The main thread gets to other work within 250 ms.")
    case .noIdleWakeUps: ("idle", "The main thread is not woken while there is nothing to do.")
    case .reentrancy: ("reen", "No update is lost if handlers submit or flush.")
    case .terminates: ("term", "After the last update, all work ends.")
    case .survives: ("live", "The process does not crash.")
    case .freshAfterWillSet:
      ("will", "A change on the main thread is shown, even if its update is submitted first.")
    case .survivesBusyMain: ("busy", "Other main-thread work delays updates by at most its length.")
    case .releasesHandler:
      ("free", "After `cancel()`, the handler is released on the main thread.")
    case .noEmptyDeliveries:
      ("void", "No delivery is made when nothing is left to deliver, for example after a flush.")
    case .boundedMemory: ("mem", "Memory does not grow with the number of deliveries.")
    case .survivesSlowStart:
      ("cold", "A slow first delivery delays later updates by no more than its own length.")
    }
  }
}
