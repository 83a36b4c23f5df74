/// Delivers everything pending in the main thread's next pass.
///
/// Rule: the submission that finds nothing pending posts one block to the main thread; all others
/// only merge. In its next pass, the main thread delivers what has been merged by then. A
/// submission during a delivery causes another delivery.
///
/// Origin: this project's own (`pending-flag`). It does what a dispatch source does, for a fraction
/// of the price and for any update that merges.
///
/// Drawback: a latency of one pass of the main thread; under steady load, as many deliveries as the
/// main thread can make.
public struct NextPassPolicy: DeliveryPolicy {
  /// Makes the policy; there is nothing to set.
  public init() {}

  /// 0: at once.
  public var due: UInt64 { 0 }

  /// Does nothing.
  public mutating func heard(_ count: Int, at now: UInt64) {}

  /// Does nothing.
  public mutating func began(at now: UInt64) {}

  /// False: nothing is learnt.
  public var timesDeliveries: Bool { false }
}
