/// A delivery 5 ms after the first update that waits.
///
/// Drawback: every update waits as long.
public struct AddedPolicy: DeliveryPolicy {
  private var first: UInt64?

  /// Makes the policy; there is nothing to set.
  public init() {}

  /// 5 ms after the first.
  public var due: UInt64 { first.map { $0 + 5_000_000 } ?? .max }

  /// Only the first counts.
  public mutating func heard(_ count: Int, at now: UInt64) { first = first ?? now }

  /// Begins anew.
  public mutating func began(at now: UInt64) { first = nil }

  /// Begins anew.
  public mutating func dropped() { first = nil }
}
