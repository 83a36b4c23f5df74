import Strategies

/// Everything a trial replays: which updates, when, from where, to which view.
public struct TrialPlan: Sendable {
  /// Who submits.
  public enum Producer: Sendable, Equatable {
    /// Main itself: all updates of one intended time are one synchronous burst.
    case main
    /// A thread of its own.
    case thread
  }

  /// When a producer submits.
  public enum Pacing: Sendable, Equatable {
    /// Each update at its intended time, however late the one before it was (open loop).
    case scheduled
    /// Batches back to back as fast as the producer can; all of a batch is intended at its start.
    case unpaced(batch: Int)
  }

  /// The updates, ordered by intended time.
  public var updates: PlannedUpdates
  /// Who submits; an update names its producer by position.
  public var producers: [Producer]
  /// When they submit.
  public var pacing: Pacing
  /// How many views there are.
  public var viewCount: Int
  /// How long the trial is observed at least.
  public var duration: Duration
  /// What the view costs.
  public var costs: CostModel
  /// Whether the views keep their rows, and the end is compared with the model.
  public var tracksRows: Bool

  /// Makes a plan.
  public init(
    updates: PlannedUpdates, producers: [Producer] = [.thread], pacing: Pacing = .scheduled,
    viewCount: Int = 1, duration: Duration, costs: CostModel, tracksRows: Bool = true
  ) {
    self.updates = updates
    self.producers = producers
    self.pacing = pacing
    self.viewCount = viewCount
    self.duration = duration
    self.costs = costs
    self.tracksRows = tracksRows
  }

  /// The updates of each producer, in its order.
  func updatesByProducer() -> [[Int]] {
    var lists = [[Int]](repeating: [], count: producers.count)
    for index in 0..<updates.count { lists[Int(updates.producer[index])].append(index) }
    return lists
  }

  /// - Throws: ``HarnessError/badPlan(workload:cause:)``.
  func validate(workload: String) throws {
    func require(_ condition: Bool, _ cause: String) throws {
      guard condition else { throw HarnessError.badPlan(workload: workload, cause: cause) }
    }
    try require(!producers.isEmpty, "it has no producer.")
    try require(viewCount >= 1, "it has no view.")
    try require(
      updates.producer.allSatisfy { Int($0) < producers.count }, "an update has no producer.")
    try require(updates.view.allSatisfy { Int($0) < viewCount }, "an update has no view.")
    try require(
      zip(updates.intendedNanoseconds, updates.intendedNanoseconds.dropFirst())
        .allSatisfy { $0 <= $1 }, "its updates are not ordered by time.")
  }
}

/// The updates of a trial, a column each, for there may be millions of them.
public struct PlannedUpdates: Sendable {
  /// Intended submission times in nanoseconds since the trial's start, ascending.
  public private(set) var intendedNanoseconds: [UInt64] = []
  /// Positions in ``TrialPlan/producers``.
  public private(set) var producer: [UInt8] = []
  /// Numbers of views, from 0.
  public private(set) var view: [UInt16] = []
  /// Identities of rows; a row belongs to one producer.
  public private(set) var row: [Int32] = []
  /// What happens to the row.
  public private(set) var kind: [ChangeKind] = []

  /// No updates.
  public init() {}

  /// How many updates there are.
  public var count: Int { intendedNanoseconds.count }

  /// Reserves room.
  public mutating func reserve(_ count: Int) {
    intendedNanoseconds.reserveCapacity(count)
    producer.reserveCapacity(count)
    view.reserveCapacity(count)
    row.reserveCapacity(count)
    kind.reserveCapacity(count)
  }

  /// Adds an update that is intended no earlier than the one before it.
  public mutating func append(
    atNanoseconds time: UInt64, producer: Int = 0, view: Int = 0, row: Int,
    kind: ChangeKind = .change
  ) {
    intendedNanoseconds.append(time)
    self.producer.append(UInt8(producer))
    self.view.append(UInt16(view))
    self.row.append(Int32(row))
    self.kind.append(kind)
  }

  /// The change that update `index` makes.
  func change(_ index: Int) -> RowChange {
    RowChange(index: index, row: Int(row[index]), kind: kind[index])
  }
}
