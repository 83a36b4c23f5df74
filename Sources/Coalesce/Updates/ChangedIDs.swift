/// The identities of changed elements, without duplicates, for a diffable data source to reconfigure.
@frozen
public struct ChangedIDs<ID: Hashable & Sendable>: Divisible {
  @usableFromInline var storage: Set<ID>
  /// The identities in the order of their arrival; nil unless deliveries take portions.
  @usableFromInline var order: FIFO<ID>?

  /// The identities of the elements that changed.
  @inlinable
  public var ids: Set<ID> {
    get { storage }
    _modify {
      order = nil
      yield &storage
    }
  }

  /// Wraps identities.
  @inlinable
  public init(_ ids: some Sequence<ID>) { storage = Set(ids) }

  /// Wraps the identity of one element. An array that could be one identity or several counts as several.
  @inlinable
  @_disfavoredOverload
  public init(_ id: ID) { storage = [id] }

  /// Adds the newer identities; O(newer identities).
  @inlinable
  public mutating func merge(_ newer: ChangedIDs) {
    if order == nil { storage.formUnion(newer.storage) } else { append(newer) }
  }

  /// Adds the identity.
  @inlinable
  public mutating func _merge(exchanging plain: inout ID) {
    if storage.insert(plain).inserted { order?.append(plain) }
  }

  /// Removes and returns the `count` identities that were added first; O(`count`).
  public mutating func removeFirst(_ count: Int) -> ChangedIDs {
    _keepOrder()
    var first = ChangedIDs([])
    first._keepOrder()
    while first.storage.count < count, var id = order?.popFirst() {
      if storage.remove(id) != nil { first._merge(exchanging: &id) }
    }
    return first
  }

  /// Keeps the identities in the order of their arrival.
  public mutating func _keepOrder() {
    guard order == nil else { return }
    order = FIFO()
    for id in storage { order?.append(id) }
  }

  @usableFromInline
  mutating func append(_ newer: ChangedIDs) {
    var newer = newer
    newer._keepOrder()
    while var id = newer.order?.popFirst() { _merge(exchanging: &id) }
  }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { storage.count }
}

extension ChangedIDs: Equatable {
  /// Whether both have the same identities.
  public static func == (left: ChangedIDs, right: ChangedIDs) -> Bool {
    left.storage == right.storage
  }
}
