/// An update that wraps a plain value, which can be submitted unwrapped: `submit(42.0)`.
public protocol PlainUpdate: Mergeable {
  /// The type of the plain value.
  associatedtype Plain

  /// Wraps a plain value.
  init(_ plain: Plain)

  /// Merges a newer plain value, and may leave the replaced one in `plain`. Apps need not implement this.
  mutating func _merge(exchanging plain: inout Plain)
}

extension PlainUpdate {
  /// Wraps and merges the value.
  @inlinable
  public mutating func _merge(exchanging plain: inout Plain) { merge(Self(plain)) }
}

extension UpdateCount: PlainUpdate {}
extension NewestValue: PlainUpdate {}
extension OrderedUpdates: PlainUpdate {
  /// The plain value is one element.
  public typealias Plain = Element
}
extension ChangedIDs: PlainUpdate {
  /// The plain value is the identity of one changed element.
  public typealias Plain = ID
}

/// Methods that submit plain values. Any thread may call them; their work is bounded.
extension Coalescer where Update: PlainUpdate {
  /// Submits a plain value: a number of updates, the newest value, an element, or the identity of a changed element.
  @inlinable
  public func submit(_ plain: Update.Plain) { submitted(outbox.store.merge(plain: plain)) }

  /// Submits a plain value that must not wait longer than `bound`, like `submit(_:within:)` for an update.
  public func submit(_ plain: Update.Plain, within bound: Duration) {
    submit(Update(plain), within: bound)
  }
}

extension Coalescer {
  /// Submits the newest value of a key.
  @inlinable
  public func submit<Key, Value>(_ value: Value, for key: Key)
  where Update == NewestByKey<Key, Value> {
    // `replaced` is released outside the lock.
    var replaced: Value?
    defer { withExtendedLifetime(replaced) {} }
    let count = outbox.store.locked?.merge(weight: 1, { NewestByKey(key, value) }) {
      replaced = $0?.update(value, for: key)
    }
    submitted(count ?? 0)
  }

  /// Submits the newest value of a key that must not wait longer than `bound`, like `submit(_:within:)`.
  public func submit<Key, Value>(_ value: Value, for key: Key, within bound: Duration)
  where Update == NewestByKey<Key, Value> {
    submit(NewestByKey(key, value), within: bound)
  }

  /// Submits the identities of changed elements.
  @inlinable
  public func submit<ID>(contentsOf ids: some Sequence<ID>) where Update == ChangedIDs<ID> {
    submit(ChangedIDs<ID>(ids))
  }

  /// Submits identities that must not wait longer than `bound`, like `submit(_:within:)`.
  public func submit<ID>(contentsOf ids: some Sequence<ID>, within bound: Duration)
  where Update == ChangedIDs<ID> {
    submit(ChangedIDs<ID>(ids), within: bound)
  }

  /// Submits elements, to be delivered in order.
  @inlinable
  public func submit<Element>(contentsOf elements: some Sequence<Element>)
  where Update == OrderedUpdates<Element> {
    submit(OrderedUpdates<Element>(Array(elements)))
  }

  /// Submits elements that must not wait longer than `bound`, like `submit(_:within:)`.
  public func submit<Element>(contentsOf elements: some Sequence<Element>, within bound: Duration)
  where Update == OrderedUpdates<Element> {
    submit(OrderedUpdates<Element>(Array(elements)), within: bound)
  }
}
