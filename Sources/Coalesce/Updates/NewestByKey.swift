/// The newest value of each key, such as prices by symbol, presence by user or progress by download. A value that a
/// newer one replaces is released on the thread that merges them, usually the thread that submits the newer one.
@frozen
public struct NewestByKey<Key: Hashable & Sendable, Value: Sendable>: Mergeable {
  /// The newest value submitted for each key.
  public var values: [Key: Value]

  /// Wraps values.
  @inlinable
  public init(_ values: [Key: Value]) { self.values = values }

  /// Wraps one key and its value.
  @inlinable
  public init(_ key: Key, _ value: Value) { values = [key: value] }

  /// Stores the newer values; O(newer values).
  @inlinable
  public mutating func merge(_ newer: NewestByKey) {
    values.merge(newer.values) { _, newer in newer }
  }

  /// Stores the newer values and leaves the replaced ones in `newer`; O(newer values).
  @inlinable
  public mutating func _merge(exchanging newer: inout NewestByKey) {
    // A loop over `indices` would retain the dictionary, so that the first change would copy it.
    var index = newer.values.startIndex
    while index < newer.values.endIndex {
      let (key, value) = newer.values[index]
      if let replaced = values.updateValue(value, forKey: key) {
        newer.values.values[index] = replaced
      }
      newer.values.formIndex(after: &index)
    }
  }

  /// The number of keys.
  @inlinable
  public var updateCount: Int { values.count }
}
