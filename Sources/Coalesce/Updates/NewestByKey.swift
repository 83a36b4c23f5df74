/// Values by key, of each key the newest: what changed, and to what.
///
/// For prices by symbol, presence by user, progress by download. A value that a newer one replaces
/// ends on the thread that submits, under the store's lock: let it be a plain value.
public struct NewestByKey<Key: Hashable & Sendable, Value: Sendable>: Mergeable {
  /// Of each key that was submitted, the newest value.
  public var values: [Key: Value]

  /// Wraps values.
  @inlinable
  public init(_ values: [Key: Value]) { self.values = values }

  /// One key and its value.
  @inlinable
  public init(_ key: Key, _ value: Value) { values = [key: value] }

  /// Takes the newer values; O(newer values).
  @inlinable
  public mutating func merge(_ newer: NewestByKey) {
    values.merge(newer.values) { _, newer in newer }
  }

  /// The number of keys.
  @inlinable
  public var updateCount: Int { values.count }
}

/// Which elements changed, each named once: what a diffable data source reconfigures.
public struct ChangedIDs<ID: Hashable & Sendable>: Mergeable, Equatable {
  /// The elements that changed.
  public var ids: Set<ID>

  /// Wraps identities.
  @inlinable
  public init(_ ids: Set<ID>) { self.ids = ids }

  /// One element.
  @inlinable
  public init(_ id: ID) { ids = [id] }

  /// Unites with the newer ones; O(newer ones).
  @inlinable
  public mutating func merge(_ newer: ChangedIDs) { ids.formUnion(newer.ids) }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { ids.count }
}
