/// The newest of the records appended, up to `capacity`, in memory allocated beforehand.
struct RecordBuffer<Record: Comparable> {
  private let capacity: Int
  private var newest: [Record] = []
  private var appended = 0

  init(capacity: Int) {
    self.capacity = capacity
    // More than this is allocated as it is needed.
    newest.reserveCapacity(min(capacity, 1_000_000))
  }

  mutating func append(_ record: Record) {
    if newest.count < capacity {
      newest.append(record)
    } else {
      newest[appended % capacity] = record
    }
    appended += 1
  }

  /// Calls `change` with the newest thousand of the records, the newest first, until it returns true.
  mutating func changeNewest(_ change: (inout Record) -> Bool) {
    for age in 1...1_000 where age <= newest.count {
      if change(&newest[(appended - age) % capacity]) { return }
    }
  }

  var sorted: [Record] { newest.sorted() }

  var count: Int { appended }

  var dropped: Int { appended - newest.count }
}
