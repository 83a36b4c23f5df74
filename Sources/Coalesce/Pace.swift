/// Decides when a ``Coalescer`` delivers, by a policy of this library or one of your own.
///
///     Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
///     Coalescer<UpdateCount>(isScrolling ? .throttle() : .frame())
///     Coalescer<UpdateCount>(Pace(MyPolicy()))
///
/// <doc:ChoosingAPolicy> helps you choose.
public struct Pace: Sendable {
  package let policy: any EnginePolicy

  /// Makes a pace that follows `policy`.
  public init(_ policy: some DeliveryPolicy) {
    self.policy = policy as? any EnginePolicy ?? AppPolicy(base: policy)
  }
}
