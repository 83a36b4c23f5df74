import Coalesce
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// The rule of `ChangeSets`; dispatches take 50 µs.
struct ChangeSetsTests {
  private let stage = ListStage()

  private func batch(from old: String, to new: String) throws -> ListUpdate<ListRow> {
    let (old, new) = (ListRow.list(old), ListRow.list(new))
    return .batch(try #require(ChangeSet(from: old, to: new)), rows: new)
  }

  private func reload(_ rows: String) -> ListUpdate<ListRow> { .reload(rows: ListRow.list(rows)) }

  /// Submits lists of rows a millisecond apart, and returns the deliveries.
  private func updates(_ rows: String..., origin: Origin = .background) -> [ListUpdate<ListRow>] {
    for (time, rows) in rows.enumerated() {
      stage.at(.milliseconds(time), origin) { [stage] in stage.submit(rows) }
    }
    stage.run()
    return stage.updates
  }

  @Test(arguments: Origin.allCases)
  func onlyTheFirstDeliveryIsAReload(_ origin: Origin) throws {
    let updates = updates("1 2", "2 3", "", "4", origin: origin)
    #expect(
      try updates == [
        reload("1 2"), batch(from: "1 2", to: "2 3"), batch(from: "2 3", to: ""),
        batch(from: "", to: "4"),
      ])
  }

  @Test func burstCausesOneDelivery() {
    stage.at(.zero, .background) { [stage] in
      for number in 0..<1_000 { stage.submit("\(number)") }
      #expect(stage.strategy?.pendingCount == 1_000)
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(stage.updates == [reload("999")])
    #expect(stage.strategy?.pendingCount == 0)
  }

  @Test func snapshotIsTakenOnTheQueueJustBeforeTheDifferenceIsComputed() {
    stage.at(.zero, .background) { [stage] in stage.submit("1") }
    stage.at(.microseconds(40), .background) { [stage] in stage.submit("1 2") }
    stage.run()
    #expect(stage.snapshotTimes.first == .microseconds(50))
    #expect(stage.updates.first == reload("1 2"))
  }

  /// The snapshot may have missed the change.
  @Test func submissionDuringASnapshotCausesAnotherDelivery() {
    var isFirst = true
    stage.afterSnapshot = { [stage] in
      if isFirst { stage.submit("1 2") }
      isFirst = false
    }
    stage.at(.zero, .background) { [stage] in stage.submit("1") }
    stage.run()
    #expect(stage.updates.map(\.rows) == [ListRow.list("1"), ListRow.list("1 2")])
    #expect(stage.view == ListRow.list("1 2"))
  }

  @Test(arguments: Origin.allCases)
  func nextDifferenceWaitsForTheAnimationAndMergesAllUpdates(_ origin: Origin) throws {
    stage.animate = { [stage] completed in
      stage.at(stage.scheduler.now + .milliseconds(10), origin) { completed() }
    }
    for (time, rows) in ["1", "1 2", "2", "2 3"].enumerated() {
      stage.at(.milliseconds(time), .background) { [stage] in stage.submit(rows) }
    }
    stage.at(.milliseconds(9), .background) { [stage] in
      #expect(stage.deliveries.count == 1)
      #expect(stage.snapshotTimes.count == 1)
      #expect(stage.strategy?.pendingCount == 3)
    }
    stage.run()
    #expect(stage.updates.dropFirst() == [try batch(from: "1", to: "2 3")])
    let starts = stage.deliveries.map(\.start)
    #expect(starts[0] == .microseconds(100))
    // The animation, then three dispatches of 50 µs: main thread (the wake-up), queue, main thread.
    #expect(starts[1] == .microseconds(100 + 10_000 + 150))
  }

  @Test func unchangedRowsMakeAnEmptyChangeSet() throws {
    let updates = updates("1 2", "1 2")
    #expect(try updates.last == batch(from: "1 2", to: "1 2"))
    #expect(stage.strategy?.pendingCount == 0)
  }

  /// The default limit is 100.
  @Test(arguments: [(100, false), (101, true)])
  func changesBeyondTheLimitCauseAReload(_ count: Int, _ isReload: Bool) throws {
    let rows = (0..<count).map(String.init).joined(separator: " ")
    let updates = updates("", rows)
    #expect(try updates.last == (isReload ? reload(rows) : batch(from: "", to: rows)))
  }

  @Test func offScreenViewIsReloaded() throws {
    stage.at(.microseconds(900), .main) { [stage] in stage.isOnScreen = false }
    stage.at(.microseconds(1_900), .main) { [stage] in stage.isOnScreen = true }
    let updates = updates("1 2", "2", "2 3")
    #expect(try updates.dropFirst() == [reload("2"), batch(from: "2", to: "2 3")])
  }

  @Test func duplicateIdentityCausesOnlyOneReload() throws {
    let updates = updates("1 2", "3 3", "3 4")
    #expect(try updates.dropFirst() == [reload("3 3"), batch(from: "3 3", to: "3 4")])
  }
}
