/// An update that wraps a plain value, which a coalescer takes as it is: `submit(42.0)`.
public protocol PlainUpdate: Mergeable {
  /// What it wraps: a number, a value, an element.
  associatedtype Plain

  /// Wraps one.
  init(_ plain: Plain)
}

extension UpdateCount: PlainUpdate {}
extension NewestValue: PlainUpdate {}
extension OrderedUpdates: PlainUpdate {
  /// An element.
  public typealias Plain = Element
}
extension NewestByKey: PlainUpdate {
  /// Values by their keys.
  public typealias Plain = [Key: Value]
}
extension ChangedIDs: PlainUpdate {
  /// The identity of what has changed.
  public typealias Plain = ID
}

/// Submitting plain values, which the coalescer's type of update wraps. Any thread; bounded work.
extension Coalescer where Update: PlainUpdate {
  /// Submits a number of updates, the newest value, an element or the identity of a changed one.
  @inlinable
  public func submit(_ plain: Update.Plain) { submit(Update(plain)) }

  /// Submits one that must not wait longer than `bound`, as `submit(_:within:)`.
  public func submit(_ plain: Update.Plain, within bound: Duration) {
    submit(Update(plain), within: bound)
  }
}

extension Coalescer {
  /// Submits the newest value of a key.
  @inlinable
  public func submit<Key, Value>(_ value: Value, for key: Key)
  where Update == NewestByKey<Key, Value> {
    submit(NewestByKey(key, value))
  }

  /// Submits the identities of changed elements.
  @inlinable
  public func submit<ID>(_ ids: some Sequence<ID>) where Update == ChangedIDs<ID> {
    submit(ChangedIDs<ID>(ids))
  }

  /// Submits elements, to be delivered in order.
  @inlinable
  public func submit<Element>(contentsOf elements: some Sequence<Element>)
  where Update == OrderedUpdates<Element> {
    submit(OrderedUpdates<Element>(Array(elements)))
  }

  /// From now on no more than the newest `count` elements wait; older ones are dropped, and
  /// ``OrderedUpdates/dropped`` of the next delivery says how many. For a log on the screen, say.
  /// - Parameter count: how many elements may wait; 1 or more.
  public func keepNewest<Element>(_ count: Int) where Update == OrderedUpdates<Element> {
    precondition(count > 0, "At least one element has to be kept.")
    outbox.pending.setLimit { $0.keepNewest(count, isExact: $1) }
  }
}
