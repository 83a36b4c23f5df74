/// The newest of the records appended, up to `capacity`, in memory allocated beforehand.
struct RecordBuffer<Record: Comparable> {
  private let capacity: Int
  private var newest: [Record] = []
  private var appended = 0

  init(capacity: Int) {
    self.capacity = capacity
    // Beyond this, memory is allocated as needed.
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

  /// Changes the newest of the last thousand records that `isMeant`.
  mutating func changeNewest(where isMeant: (Record) -> Bool, by change: (inout Record) -> Void) {
    for age in 1...1_000 where age <= newest.count {
      let place = (appended - age) % capacity
      if isMeant(newest[place]) { return change(&newest[place]) }
    }
  }

  var sorted: [Record] { newest.sorted() }

  var count: Int { appended }

  var dropped: Int { appended - newest.count }
}
