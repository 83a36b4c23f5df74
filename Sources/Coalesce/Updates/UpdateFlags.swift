/// The kinds of change that happened, one bit each; merging unites.
@frozen
public struct UpdateFlags: OptionSet, Mergeable {
  /// The bits; bit n stands for kind n.
  public let rawValue: UInt

  /// Makes flags from their bits.
  @inlinable
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// For every `OptionSet`, your own too: merging unites, and an empty set is no update.
extension Mergeable where Self: OptionSet {
  /// Unites with the newer options.
  @inlinable
  public mutating func merge(_ newer: Self) {
    self = union(newer)
  }

  /// 1 if any option is set, else 0.
  @inlinable
  public var updateCount: Int { isEmpty ? 0 : 1 }
}

extension Mergeable where Self: OptionSet, RawValue == UInt {
  /// The options as bits.
  @inlinable
  public var _bits: UInt? { rawValue }

  /// The options of such bits.
  @inlinable
  public static func _options(_ bits: UInt) -> Self? { Self(rawValue: bits) }
}
