/// The newest of the times appended, up to `capacity`, in memory allocated beforehand.
struct RecordBuffer {
  private let capacity: Int
  private var newest: [UInt64] = []
  private var appended = 0

  init(capacity: Int) {
    require(capacity > 0, "A recording must keep at least one submission, not \(capacity).")
    self.capacity = capacity
    newest.reserveCapacity(capacity)
  }

  mutating func append(_ nanoseconds: UInt64) {
    if newest.count < capacity {
      newest.append(nanoseconds)
    } else {
      newest[appended % capacity] = nanoseconds
    }
    appended += 1
  }

  var times: [UInt64] { newest.sorted() }

  var dropped: Int { appended - newest.count }

  var median: UInt64? { newest.isEmpty ? nil : times[(newest.count - 1) / 2] }

  func csv(since origin: UInt64) -> String {
    "time_ns\n" + times.lazy.filter { $0 >= origin }.map { "\($0 - origin)\n" }.joined()
  }
}
