/// A first-in, first-out list; amortised O(1) at both ends. Its buffer shrinks after a burst.
@frozen @usableFromInline
package struct FIFO<Element> {
  // Inlinable, because code that is not specialised for `Element` took a fifth of a simulation's time.
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable package var count: Int { elements.count - head }
  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable var capacity: Int { elements.capacity }
  @inlinable package var first: Element? { head < elements.count ? elements[head] : nil }

  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Inserts `element` right after the last element for which `isBefore` is true; O(1) if that is the last of all.
  @inlinable
  package mutating func insert(_ element: Element, after isBefore: (Element) -> Bool) {
    var index = elements.count
    while index > head, let other = elements[index - 1], !isBefore(other) { index -= 1 }
    if index == elements.count { append(element) } else { elements.insert(element, at: index) }
  }

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
      elements = Array(elements[head...])
      head = 0
    }
    return element
  }

  @inlinable package subscript(place: Int) -> Element? { elements[head + place] }

  /// Removes the element at `place`, counted from the first; O(place).
  mutating func remove(at place: Int) -> Element? {
    for index in stride(from: head + place, to: head, by: -1) { elements.swapAt(index, index - 1) }
    return popFirst()
  }

  @inlinable
  package mutating func removeAll() {
    elements = []
    head = 0
  }

  @inlinable static var keptCapacity: Int { 64 }
}

extension FIFO: Sendable where Element: Sendable {}
