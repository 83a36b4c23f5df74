/// A heap of elements ordered by time; elements with equal times are removed in the order of insertion.
struct TimeHeap<Element> {
  struct Entry {
    let time: UInt64
    let sequence: UInt64
    let element: Element
    var key: (time: UInt64, sequence: UInt64) { (time, sequence) }
  }

  private var entries: [Entry] = []
  private var nextSequence: UInt64 = 0

  var nextTime: UInt64? { entries.first?.time }

  mutating func add(at time: UInt64, _ element: Element) {
    entries.append(Entry(time: time, sequence: nextSequence, element: element))
    nextSequence += 1
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].key < entries[parent].key else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Entry? {
    guard !entries.isEmpty else { return nil }
    entries.swapAt(0, entries.count - 1)
    let first = entries.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < entries.count {
        if entries[child].key < entries[smallest].key { smallest = child }
      }
      guard smallest != parent else { return first }
      entries.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
