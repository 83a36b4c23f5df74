/// Elements with a time each, the earliest first; equal times in the order in which they were added.
///
/// Inlinable, for other modules would else find out what `Element` is with every call: a fifth of a simulation's
/// time.
@usableFromInline
package struct TimeHeap<Element> {
  /// An element with its time.
  @usableFromInline
  package struct Entry {
    /// When, in any unit.
    @usableFromInline package let time: UInt64
    @usableFromInline let sequence: UInt64
    /// What was added.
    @usableFromInline package let element: Element

    @inlinable
    init(time: UInt64, sequence: UInt64, element: Element) {
      (self.time, self.sequence, self.element) = (time, sequence, element)
    }

    @inlinable
    static func < (left: Entry, right: Entry) -> Bool {
      (left.time, left.sequence) < (right.time, right.sequence)
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextSequence: UInt64 = 0

  /// An empty heap.
  @inlinable
  package init() {}

  package var count: Int { entries.count }

  /// The time of the earliest.
  @inlinable package var nextTime: UInt64? { entries.first?.time }
  /// The earliest, left where it is.
  var first: Entry? { entries.first }

  /// Adds an element; O(log n).
  @inlinable
  package mutating func add(at time: UInt64, _ element: Element) {
    entries.append(Entry(time: time, sequence: nextSequence, element: element))
    nextSequence += 1
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest out; O(log n).
  @inlinable
  package mutating func popFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < entries.count {
        if entries[child] < entries[smallest] { smallest = child }
      }
      guard smallest != parent else { return first }
      entries.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
