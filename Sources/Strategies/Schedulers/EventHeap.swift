/// Events of virtual time, the earliest first; equal times in the order in which they were added.
struct EventHeap {
  struct Event {
    let time: UInt64
    let sequence: UInt64
    let action: () -> Void

    static func < (left: Event, right: Event) -> Bool {
      (left.time, left.sequence) < (right.time, right.sequence)
    }
  }

  private var events: [Event] = []
  private var nextSequence: UInt64 = 0

  var nextTime: UInt64? { events.first?.time }

  /// O(log n).
  mutating func add(at time: UInt64, _ action: @escaping () -> Void) {
    events.append(Event(time: time, sequence: nextSequence, action: action))
    nextSequence += 1
    var child = events.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard events[child] < events[parent] else { return }
      events.swapAt(child, parent)
      child = parent
    }
  }

  /// O(log n).
  mutating func popFirst() -> Event? {
    guard let first = events.first, let last = events.popLast() else { return nil }
    guard !events.isEmpty else { return first }
    events[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < events.count {
        if events[child] < events[smallest] { smallest = child }
      }
      guard smallest != parent else { return first }
      events.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
