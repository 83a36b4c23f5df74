/// A first-in, first-out list; amortised O(1) at both ends. Its room shrinks with it: a burst that was
/// once large leaves no large buffer behind.
@usableFromInline
package struct FIFO<Element> {
  // Inlinable for the reason that `TimeHeap` is.
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  /// An empty list.
  @inlinable
  package init() {}

  /// How many elements there are.
  @inlinable package var count: Int { elements.count - head }
  /// Whether there is none.
  @inlinable package var isEmpty: Bool { count == 0 }
  /// For how many elements there is room.
  @inlinable var capacity: Int { elements.capacity }
  /// The oldest, left where it is.
  package var first: Element? { head < elements.count ? elements[head] : nil }

  /// Adds `element` as the newest.
  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the oldest out.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: capacity <= Self.keptCapacity)
      head = 0
    } else if head > Self.keptCapacity && head * 2 > elements.count {
      // A copy of what is left, which has the room for no more.
      elements = Array(elements[head...])
      head = 0
    }
    return element
  }

  /// Takes everything out.
  @inlinable
  package mutating func removeAll() {
    elements = []
    head = 0
  }

  /// Room for so many is kept.
  @inlinable static var keptCapacity: Int { 64 }
}
