/// One delivery when it has become quiet, and one at the latest after a maximum wait.
///
/// Rule: an update waits, merged with those after it, until none has come for the wait, or until the
/// first of them has waited for the maximum.
///
/// Origin: lodash's `debounce` with `maxWait`, trailing edge; the maximum is counted from the first
/// update that is pending, not from the last delivery. lodash has no defaults that suit a view:
/// 100 ms of quiet is this project's choice, and 300 ms is the interval of ``ThrottlePolicy``.
///
/// Price: even a lone update waits; latency is bounded by the maximum wait plus one delivery, or two
/// where one is under way. A delivery dearer than the maximum wait keeps main busy for as long as
/// updates come. A submission reads the clock, which costs 25–30 ns.
public struct DebouncePolicy: DeliveryPolicy {
  private let wait: UInt64
  private let maximumWait: UInt64
  private var first = UInt64.max
  private var newest: UInt64 = 0

  /// - Parameters:
  ///   - wait: how long it must have been quiet; negative counts as zero.
  ///   - maximumWait: how long an update waits at the most; less than the wait counts as the wait.
  public init(wait: Duration = .milliseconds(100), maximumWait: Duration = .milliseconds(300)) {
    self.wait = wait.wholeNanoseconds
    self.maximumWait = max(wait, maximumWait).wholeNanoseconds
  }

  /// The wait after the newest, or the maximum after the first.
  public var due: UInt64 {
    min(newest.adding(orNever: wait), first.adding(orNever: maximumWait))
  }

  /// The first of a batch.
  public mutating func heard(_ count: Int, at now: UInt64) {
    if first == .max { first = now }
  }

  /// The next first one is not known until it has arrived, though it may be in the store already.
  public mutating func began(at now: UInt64) { first = .max }

  /// As if it had been delivered.
  public mutating func dropped() { first = .max }

  /// What waits goes on waiting, as the new settings say.
  public mutating func inherit(from old: DebouncePolicy) -> Bool {
    first = old.first
    newest = old.newest
    return true
  }

  /// Nothing is learnt.
  public var timesDeliveries: Bool { false }

  /// Each begins the quiet time anew.
  public var notesEverySubmission: Bool { true }

  /// The quiet time begins here.
  public mutating func noted(newest: UInt64) { self.newest = max(self.newest, newest) }
}

extension DeliveryPolicy where Self == DebouncePolicy {
  /// One delivery when it has become quiet, and one at the latest after a maximum wait.
  public static func debounce(
    wait: Duration = .milliseconds(100), maximumWait: Duration = .milliseconds(300)
  ) -> DebouncePolicy { DebouncePolicy(wait: wait, maximumWait: maximumWait) }
}
