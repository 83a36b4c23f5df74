/// The arrival times of pending and recently taken elements, to a quarter of a frame, or coarser if there are many.
struct Arrivals: Sendable {
  struct Batch {
    var count: Int
    /// When the first of the batch arrived, in nanoseconds.
    let time: UInt64
  }

  private static let mostBatches = 256
  /// The time span of a batch. With wider ones, portions would jump where many elements fall due together.
  private static let width: UInt64 = 4_000_000

  /// Oldest first.
  private(set) var batches: [Batch] = []
  /// How many of the first elements of `batches` are no longer pending.
  private(set) var taken = 0
  /// How many elements are pending.
  private(set) var count = 0

  /// When the oldest pending element arrived; `.max` without elements.
  var oldest: UInt64 {
    var before = taken
    let first = batches.first { batch in
      before -= batch.count
      return before < 0
    }
    return first?.time ?? .max
  }

  /// Notes that `total` elements are pending. Additional ones arrived now; if there are fewer, the oldest are gone.
  mutating func note(_ total: Int, at now: () -> UInt64) {
    guard total > count else { return removeFirst(count - total) }
    let (more, now) = (total - count, now())
    count = total
    if let last = batches.last, now < last.time.adding(orNever: Self.width) {
      batches[batches.count - 1].count += more
    } else {
      batches.append(Batch(count: more, time: now))
      if batches.count > Self.mostBatches { joinPairs() }
    }
  }

  mutating func removeFirst(_ elements: Int) {
    let gone = min(elements, count)
    count -= gone
    taken += gone
  }

  /// Forgets what arrived before `time` and is no longer pending.
  mutating func forgetTaken(before time: UInt64) {
    let forgotten = batches.prefix { batch in
      guard batch.time < time, batch.count <= taken else { return false }
      taken -= batch.count
      return true
    }
    batches.removeFirst(forgotten.count)
  }

  private mutating func joinPairs() {
    batches = stride(from: 0, to: batches.count, by: 2).map { place in
      let next = place + 1 < batches.count ? batches[place + 1].count : 0
      return Batch(count: batches[place].count + next, time: batches[place].time)
    }
  }
}
