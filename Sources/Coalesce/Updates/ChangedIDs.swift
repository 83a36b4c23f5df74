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
