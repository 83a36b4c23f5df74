/// An ordered list of elements; merging appends. Elements are dropped only by a coalescer made with `keepingNewest:`.
@frozen
public struct OrderedUpdates<Element: Sendable>: Mergeable {
  /// The elements in the order of their submission.
  public var elements: [Element]
  /// How many older elements were dropped by a coalescer made with `keepingNewest:`.
  public var dropped = 0

  /// Wraps elements.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Wraps one element. An array that could be one element or several counts as several.
  @inlinable
  @_disfavoredOverload
  public init(_ element: Element) { elements = [element] }

  /// Appends the newer elements; O(newer elements), amortised.
  @inlinable
  public mutating func merge(_ newer: OrderedUpdates) {
    elements += newer.elements
    dropped = dropped.addingSaturated(newer.dropped)
  }

  /// Appends the element.
  @inlinable
  public mutating func _merge(exchanging plain: inout Element) { elements.append(plain) }

  /// Drops all but the newest `count` elements, and returns those dropped. The list must have more than `count`.
  mutating func keepNewest(_ count: Int) -> OrderedUpdates {
    let older = OrderedUpdates(Array(elements.prefix(elements.count - count)))
    elements.removeFirst(older.elements.count)
    dropped = dropped.addingSaturated(older.elements.count)
    return older
  }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { elements.count }
}

extension OrderedUpdates: Equatable where Element: Equatable {}

extension Coalescer {
  /// Makes a coalescer that delivers only the newest `count` elements at a time; ``OrderedUpdates/dropped`` counts the
  /// others. `count` is 1 or more; the other parameters are those of ``init(_:on:keepsUndelivered:)``.
  public convenience init<Element>(
    _ pace: Pace = .adaptive, keepingNewest count: Int, on place: DeliveryPlace = .main,
    keepsUndelivered: Bool = true, file: StaticString = #fileID, line: UInt = #line
  ) where Update == OrderedUpdates<Element> {
    require(
      count > 0, "keepingNewest: \(count) would drop every element. Keep 1 or more.", file: file,
      line: line)
    self.init(pace, on: place, keepsUndelivered: keepsUndelivered)
    outbox.store.locked?.setLimit(LockedUpdates.Limit(count) { $0?.keepNewest($1) })
  }
}
