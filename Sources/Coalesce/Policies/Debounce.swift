/// Delivers when updates have paused, and at the latest after a maximum wait.
///
/// Rule: an update waits, merged with those after it, until no other has come for the time `wait`,
/// or until the first of them has waited for the maximum.
///
/// Origin: lodash's `debounce` with `maxWait`, trailing edge. The maximum is counted from the first
/// pending update, not from the last delivery. lodash has no defaults that suit a view: a wait of
/// 100 ms is this project's choice, and 300 ms is the interval of ``ThrottlePolicy``.
///
/// Drawback: even a lone update waits. Latency is bounded by the maximum wait plus one delivery, or
/// two if one is under way. Deliveries longer than the maximum wait keep the main thread busy for
/// as long as updates come. A submission reads the clock, which takes 25–30 ns.
public struct DebouncePolicy: DeliveryPolicy {
  private let wait: UInt64
  private let maximumWait: UInt64
  private var first = UInt64.max
  private var newest: UInt64 = 0

  /// Makes the policy.
  /// - Parameters:
  ///   - wait: how long updates must have paused; negative counts as zero.
  ///   - maximumWait: how long an update waits at most; less than `wait` counts as `wait`.
  public init(wait: Duration = .milliseconds(100), maximumWait: Duration = .milliseconds(300)) {
    self.wait = wait.wholeNanoseconds
    self.maximumWait = max(wait, maximumWait).wholeNanoseconds
  }

  /// The wait after the newest update, or the maximum after the first, whichever comes sooner.
  public var due: UInt64 {
    min(newest.adding(orNever: wait), first.adding(orNever: maximumWait))
  }

  /// Notes when the first of a batch came.
  public mutating func heard(_ count: Int, at now: UInt64) {
    if first == .max { first = now }
  }

  /// Forgets the first update. The next one is not known until the policy hears of it, though it
  /// may be in the store already.
  public mutating func began(at now: UInt64) { first = .max }

  /// Forgets the first update, as if it had been delivered.
  public mutating func dropped() { first = .max }

  /// Keeps what is pending, which now waits as the new settings say.
  public mutating func inherit(from old: DebouncePolicy) -> Bool {
    first = old.first
    newest = old.newest
    return true
  }

  /// False: nothing is learnt.
  public var timesDeliveries: Bool { false }

  /// True: each submission starts the wait again.
  public var notesEverySubmission: Bool { true }

  /// Starts the wait again.
  public mutating func noted(newest: UInt64) { self.newest = max(self.newest, newest) }
}
