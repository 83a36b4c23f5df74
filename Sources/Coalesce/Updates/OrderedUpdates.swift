/// An ordered list of elements, none of which may be dropped; merging appends.
public struct OrderedUpdates<Element: Sendable>: Mergeable {
  /// The elements in the order of their submission.
  public var elements: [Element]

  /// Wraps elements.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Appends the newer elements; O(newer elements), amortised.
  @inlinable
  public mutating func merge(_ newer: OrderedUpdates) { elements += newer.elements }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { elements.count }
}
