/// Decides when a ``Coalescer`` delivers, by a policy of this library or one of your own.
///
///     Reload(.throttle(for: .milliseconds(100)))
///     Reload(isScrolling ? .throttle() : .frame())
///     Reload(Pace(MyPolicy()))
///
/// <doc:ChoosingAPace> helps you choose.
public struct Pace: Sendable {
  package let policy: any EnginePolicy

  /// Makes a pace that follows `policy`.
  public init(_ policy: some DeliveryPolicy) {
    self.policy = policy as? any EnginePolicy ?? AppPolicy(base: policy)
  }
}

private struct AppPolicy<Base: DeliveryPolicy>: EnginePolicy {
  var base: Base

  var due: UInt64 { base.due }
  func nextCount(after heard: Int) -> Int { base.nextCount(after: heard) }
  mutating func didHear(_ count: Int, at now: UInt64) { base.didHear(count, at: now) }
  mutating func willDeliver(at now: UInt64) { base.willDeliver(at: now) }
  mutating func didDeliver(_ timing: DeliveryTiming) { base.didDeliver(timing) }
  mutating func didDrop() { base.didDrop() }
}
