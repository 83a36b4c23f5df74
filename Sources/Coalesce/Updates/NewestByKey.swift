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

/// The identities of changed elements, without duplicates, for a diffable data source to reconfigure.
@frozen
public struct ChangedIDs<ID: Hashable & Sendable>: Mergeable, Equatable {
  /// The identities of the elements that changed.
  public var ids: Set<ID>

  /// Wraps identities.
  @inlinable
  public init(_ ids: some Sequence<ID>) { self.ids = Set(ids) }

  /// Wraps the identity of one element. An array that could be one identity or several counts as several.
  @inlinable
  @_disfavoredOverload
  public init(_ id: ID) { ids = [id] }

  /// Adds the newer identities; O(newer identities).
  @inlinable
  public mutating func merge(_ newer: ChangedIDs) { ids.formUnion(newer.ids) }

  /// Adds the identity.
  @inlinable
  public mutating func _merge(exchanging plain: inout ID) { ids.insert(plain) }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { ids.count }
}
