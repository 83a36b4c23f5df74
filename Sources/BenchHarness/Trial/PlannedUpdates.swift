import BenchMath

/// The updates of a trial, stored by column because there may be millions.
public struct PlannedUpdates: Sendable {
  /// Intended submission times in nanoseconds since the trial's start, ascending.
  public private(set) var intendedNanoseconds: [UInt64] = []
  /// Each update's index in ``TrialPlan/producers``.
  public private(set) var producer: [UInt8] = []
  /// The number of each update's view, from 0.
  public private(set) var view: [UInt16] = []
  /// Each update's row identity. If rows are tracked, all updates of a row in a view come from one producer.
  public private(set) var row: [Int32] = []
  /// What each update does to its row.
  public private(set) var kind: [ChangeKind] = []
  /// Each update's ``RowChange/position``; -1 if nil. Shorter than other columns if the last updates have no position.
  public private(set) var position: [Int32] = []
  /// Indices of updates that must not wait, such as the end of an answer, an error or a user's stop. These updates are
  /// submitted with a maximum wait of 0 or, if the strategy has no such option, flushed in the next run-loop pass.
  public private(set) var urgent: Set<Int> = []

  /// Makes an empty list of updates.
  public init() {}

  /// Makes updates of one view by one producer, each with a row of its own. `times` must ascend.
  init(at times: [UInt64], kind: ChangeKind = .change) {
    for (row, time) in times.enumerated() { append(atNanoseconds: time, row: row, kind: kind) }
  }

  /// The number of updates.
  public var count: Int { intendedNanoseconds.count }

  /// Reserves room for `count` updates.
  public mutating func reserve(_ count: Int) {
    intendedNanoseconds.reserveCapacity(count)
    producer.reserveCapacity(count)
    view.reserveCapacity(count)
    row.reserveCapacity(count)
    kind.reserveCapacity(count)
  }

  /// Adds an update, whose `time` must not precede that of the previous update.
  public mutating func append(
    atNanoseconds time: UInt64, producer: Int = 0, view: Int = 0, row: Int,
    kind: ChangeKind = .change, position: Int? = nil, isUrgent: Bool = false
  ) {
    if isUrgent { urgent.insert(count) }
    if let position {
      self.position += Array(repeating: -1, count: count - self.position.count)
      self.position.append(Int32(position))
    }
    intendedNanoseconds.append(time)
    self.producer.append(UInt8(producer))
    self.view.append(UInt16(view))
    self.row.append(Int32(row))
    self.kind.append(kind)
  }

  var rowCount: Int {
    guard let least = row.min(), let most = row.max(), least >= 0, Int(most) < 8 * count else {
      return Set(row).count
    }
    var isThere = [Bool](repeating: false, count: Int(most) + 1)
    for row in row { isThere[Int(row)] = true }
    return isThere.count { $0 }
  }

  /// Splits updates into bursts, each of consecutive updates with the same intended time.
  func bursts(_ indices: [Int32]) -> [ArraySlice<Int32>] {
    indices.chunked { intendedNanoseconds[Int($0)] == intendedNanoseconds[Int($1)] }
  }

  func isUrgent(_ index: Int) -> Bool { !urgent.isEmpty && urgent.contains(index) }

  func change(_ index: Int) -> RowChange {
    let position = index < position.count && position[index] >= 0 ? Int(position[index]) : nil
    return RowChange(index: index, row: Int(row[index]), kind: kind[index], position: position)
  }
}
