/// The kinds of change that happened, one bit each; merging forms the union.
@frozen
public struct UpdateFlags: OptionSet, Mergeable {
  /// The bits; bit n stands for kind n.
  public let rawValue: UInt

  /// Makes flags from their bits.
  @inlinable
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Option sets, including your own: merging forms the union, and an empty set does not count as an update.
extension Mergeable where Self: OptionSet {
  /// Adds the newer options.
  @inlinable
  public mutating func merge(_ newer: Self) {
    self = union(newer)
  }

  /// 1 if any option is set, otherwise 0.
  @inlinable
  public var updateCount: Int { isEmpty ? 0 : 1 }
}

extension Mergeable where Self: OptionSet, RawValue == UInt {
  /// The options as bits.
  @inlinable
  public var _bits: UInt? { rawValue }

  /// The options with these bits.
  @inlinable
  public static func _options(_ bits: UInt) -> Self? { Self(rawValue: bits) }
}
