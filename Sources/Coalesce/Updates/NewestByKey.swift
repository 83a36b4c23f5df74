/// The newest value of each key: what changed, and to what.
///
/// For prices by symbol, presence by user, progress by download. A value that a newer one replaces
/// is released on the thread that submits the newer one.
@frozen
public struct NewestByKey<Key: Hashable & Sendable, Value: Sendable>: Mergeable {
  /// The newest value of each key that was submitted.
  public var values: [Key: Value]

  /// Wraps values.
  @inlinable
  public init(_ values: [Key: Value]) { self.values = values }

  /// Wraps one key and its value.
  @inlinable
  public init(_ key: Key, _ value: Value) { values = [key: value] }

  /// Takes the newer values; O(newer values).
  @inlinable
  public mutating func merge(_ newer: NewestByKey) {
    values.merge(newer.values) { _, newer in newer }
  }

  /// Takes the newer values and leaves those they replace; O(newer values).
  @inlinable
  public mutating func merge(exchanging newer: inout NewestByKey) {
    // No `indices`: they hold the dictionary, which the first change would copy.
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

/// The identities of changed elements, each once: what a diffable data source reconfigures.
@frozen
public struct ChangedIDs<ID: Hashable & Sendable>: Mergeable, Equatable {
  /// The identities of the elements that changed.
  public var ids: Set<ID>

  /// Wraps identities.
  @inlinable
  public init(_ ids: some Sequence<ID>) { self.ids = Set(ids) }

  /// Wraps the identity of one element; a list of identities where both are possible.
  @inlinable
  @_disfavoredOverload
  public init(_ id: ID) { ids = [id] }

  /// Adds the newer identities; O(newer identities).
  @inlinable
  public mutating func merge(_ newer: ChangedIDs) { ids.formUnion(newer.ids) }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { ids.count }
}
