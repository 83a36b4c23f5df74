/// Everything that waits, in main's next pass.
///
/// Rule: the submission that finds nothing waiting posts one block to main, all others only merge; in
/// its next pass main delivers what was merged by then. What is submitted during a delivery causes
/// another one.
///
/// Origin: this project's own (`pending-flag`). It does what a dispatch source does at a small part of
/// its price, for any update that merges.
///
/// Price: one pass of main of latency; under steady load as many deliveries as main can make.
public struct NextPassPolicy: DeliveryPolicy {
  /// Makes the policy; there is nothing to set.
  public init() {}

  /// At once.
  public var due: UInt64 { 0 }

  /// Nothing is kept.
  public mutating func heard(_ count: Int, at now: UInt64) {}

  /// Nothing is kept.
  public mutating func began(at now: UInt64) {}

  /// Nothing is learnt.
  public var timesDeliveries: Bool { false }
}

extension DeliveryPolicy where Self == NextPassPolicy {
  /// Everything that waits, in main's next pass.
  public static var nextPass: NextPassPolicy { NextPassPolicy() }
}
