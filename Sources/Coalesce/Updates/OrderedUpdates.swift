/// An ordered list of elements; merging appends. Elements are dropped only by a coalescer made with `keepingNewest:`.
@frozen
public struct OrderedUpdates<Element: Sendable>: Divisible {
  @usableFromInline var storage: [Element]
  /// How many elements of `storage` were removed; at most half, so that removing takes amortised O(1) per element.
  @usableFromInline var removed = 0
  /// How many older elements were dropped by a coalescer made with `keepingNewest:`.
  public var dropped = 0

  /// The elements in the order of their submission.
  @inlinable
  public var elements: [Element] {
    get { removed == 0 ? storage : Array(storage[removed...]) }
    _modify {
      forgetRemoved()
      yield &storage
    }
  }

  /// Wraps elements.
  @inlinable
  public init(_ elements: [Element]) { storage = elements }

  /// Wraps one element. An array that could be one element or several counts as several.
  @inlinable
  @_disfavoredOverload
  public init(_ element: Element) { storage = [element] }

  /// Appends the newer elements; O(newer elements), amortised.
  @inlinable
  public mutating func merge(_ newer: OrderedUpdates) {
    if newer.removed == 0 { storage += newer.storage } else { storage += newer.elements }
    dropped = dropped.addingSaturated(newer.dropped)
  }

  /// Appends the element.
  @inlinable
  public mutating func _merge(exchanging plain: inout Element) { storage.append(plain) }

  /// Removes and returns the oldest `count` elements; O(`count`), amortised.
  public mutating func removeFirst(_ count: Int) -> OrderedUpdates {
    let end = removed + min(count, updateCount)
    var first = OrderedUpdates(Array(storage[removed..<end]))
    swap(&first.dropped, &dropped)
    removed = end
    if removed >= updateCount { forgetRemoved() }
    return first
  }

  @usableFromInline
  mutating func forgetRemoved() {
    storage.removeFirst(removed)
    removed = 0
  }

  /// Drops all but the newest `count` elements, and returns those dropped. The list must have more than `count`.
  mutating func keepNewest(_ count: Int) -> OrderedUpdates {
    var older = removeFirst(updateCount - count)
    dropped = older.dropped.addingSaturated(older.updateCount)
    older.dropped = 0
    return older
  }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { storage.count - removed }
}

extension OrderedUpdates: Equatable where Element: Equatable {
  /// Whether both have the same elements in the same order, and dropped the same number.
  public static func == (left: OrderedUpdates, right: OrderedUpdates) -> Bool {
    left.dropped == right.dropped
      && left.storage[left.removed...] == right.storage[right.removed...]
  }
}

extension Coalescer {
  /// Makes a coalescer that delivers only the newest `count` elements at a time; ``OrderedUpdates/dropped`` counts the
  /// others. `count` is 1 or more; the other parameters are those of ``init(_:portion:on:keepsUndelivered:)``.
  public convenience init<Element>(
    _ pace: Pace = .adaptive, keepingNewest count: Int, portion: Portion = .all,
    on place: DeliveryPlace = .main, keepsUndelivered: Bool = true, file: StaticString = #fileID,
    line: UInt = #line
  ) where Update == OrderedUpdates<Element> {
    require(
      count > 0, "keepingNewest: \(count) would drop every element. Keep 1 or more.", file: file,
      line: line)
    self.init(pace, on: place, keepsUndelivered: keepsUndelivered)
    setLimit(count, portion) { $0?.keepNewest($1) }
  }
}
