import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct WatchedStateTests {
  private var state = WatchedState()

  private mutating func submit(_ count: Int, producer: Int = 1) -> [RowChange] {
    (0..<count).map { _ in
      let change = state.announce(producer: producer, at: 0)
      state.make(change)
      return change
    }
  }

  private mutating func show(_ show: (inout WatchedState) -> [Int]) {
    let shown = show(&state)
    state.show(shown, at: 5)
  }

  @Test mutating func reloadShowsEverything() {
    _ = submit(20)
    show { $0.reload(sections: .max) }
    state.judgeEnd()
    #expect(state.faults.isEmpty && state.shownCount == 20)
  }

  @Test mutating func sectionThatIsNotReloadedIsOutOfDate() {
    // Rows 2 and 3, of which 3 is in section 3.
    _ = submit(2)
    show { $0.reload(sections: 1 << 2) }
    state.judgeEnd()
    #expect(state.faults[.nothingLost] == "update 2 (thread 1) was never shown")
    #expect(
      state.faults[.finalState]
        == "row 3 is as of update 2 (thread 1), the view does not show it at the end")
    show { $0.reload(sections: 1 << 3) }
    #expect(state.shownCount == 2)
  }

  @Test mutating func whatWasDroppedNeedNotBeShown() {
    _ = submit(2)
    state.dropPending()
    state.dropPending()
    #expect(state.droppedCount == 2)
    state.judgeEnd()
    #expect(state.faults.isEmpty)
    _ = submit(1)
    state.judgeEnd()
    #expect(state.faults == [.nothingLost: "update 3 (thread 1) was never shown"])
    show { $0.reload(sections: .max) }
    #expect(state.shownCount == 3 && state.droppedCount == 0)
    #expect(state.slowest?.name == "update 3 (thread 1)")
  }

  @Test mutating func reloadBeforeAnAnnouncedChangeDoesNotShowIt() {
    let change = state.announce(producer: 1, at: 0)
    show { $0.reload(sections: .max) }
    state.make(change)
    #expect(state.shownCount == 0)
    show { $0.reload(sections: .max) }
    state.judgeEnd()
    #expect(state.faults.isEmpty && state.shownCount == 1)
  }

  @Test mutating func announcedChangeIsShownWhereItIsApplied() {
    let change = state.announce(producer: 1, at: 0)
    show { $0.apply(change) }
    state.make(change)
    state.judgeEnd()
    #expect(state.faults.isEmpty)
  }

  @Test mutating func snapshotHasNoAnnouncedChange() {
    _ = submit(1)
    let change = state.announce(producer: 1, at: 0)
    let rows = state.snapshot()
    state.make(change)
    show { $0.apply(.reload(rows: rows)) }
    state.judgeEnd()
    #expect(state.faults[.nothingLost] == "update 2 (thread 1) was never shown")
  }

  @Test mutating func changesInOrderShowEverything() {
    for change in submit(13) + submit(7, producer: 2) { show { $0.apply(change) } }
    state.judgeEnd()
    #expect(state.view.order == state.model.order)
    #expect(state.faults.isEmpty)
  }

  @Test mutating func producersMayOvertakeEachOther() {
    let changes = submit(3) + submit(3, producer: 2)
    for change in changes.suffix(3) + changes.prefix(3) { show { $0.apply(change) } }
    state.judgeEnd()
    #expect(state.faults.isEmpty)
  }

  @Test mutating func changeThatIsOvertakenIsOutOfOrder() {
    let changes = submit(2)
    for change in changes.reversed() { show { $0.apply(change) } }
    #expect(
      state.faults == [
        .order: "update 1 (thread 1) was applied after update 2 (thread 1)"
      ])
  }

  @Test mutating func changeAppliedTwiceIsOutOfOrder() {
    let change = submit(1)[0]
    for _ in 0..<2 { show { $0.apply(change) } }
    #expect(state.faults[.order] == "update 1 (thread 1) was applied twice")
  }

  @Test mutating func changeOfNobodyIsAFault() {
    show { $0.apply(RowChange(index: 3, row: 0, kind: .change)) }
    #expect(state.faults[.finalState] == "an update was applied that nobody submitted")
  }

  @Test mutating func snapshotsShowWhatTheModelHadThen() throws {
    var rows: [ListRow] = []
    for _ in 0..<14 {
      _ = submit(1)
      let newer = state.snapshot()
      let changes = try #require(ChangeSet(from: rows, to: newer))
      show { $0.apply(.batch(changes, rows: newer)) }
      rows = newer
    }
    state.judgeEnd()
    #expect(state.faults.isEmpty)
  }

  @Test mutating func olderSnapshotIsOutOfOrder() {
    _ = submit(1)
    let older = state.snapshot()
    _ = submit(1)
    let newer = state.snapshot()
    show { $0.apply(.reload(rows: newer)) }
    show { $0.apply(.reload(rows: older)) }
    state.judgeEnd()
    #expect(state.faults[.order] == "rows of 1 updates were shown after rows of 2")
    #expect(state.faults[.finalState] != nil && state.faults[.nothingLost] == nil)
  }

  @Test mutating func batchThatDoesNotFitIsRefused() throws {
    _ = submit(2)
    let rows = state.snapshot()
    let none = try #require(ChangeSet(from: rows, to: rows))
    show { $0.apply(.batch(none, rows: rows)) }
    #expect(state.faults[.finalState]?.hasPrefix("the view refuses a batch update:") == true)
  }

  @Test mutating func rowsThatNoSnapshotHadAreAFault() {
    show { $0.apply(.reload(rows: [ListRow(id: 1, value: 1)])) }
    #expect(state.faults[.finalState] == "rows were shown that no snapshot had")
  }

  @Test mutating func rowsComeChangeMoveAndGo() {
    let expected = [
      RowChange(index: 0, row: 4, kind: .insert),
      RowChange(index: 1, row: 5, kind: .insert, position: 0),
      RowChange(index: 2, row: 4, kind: .change), RowChange(index: 3, row: 5, kind: .move),
      RowChange(index: 4, row: 5, kind: .change), RowChange(index: 5, row: 4, kind: .delete),
      RowChange(index: 6, row: 4, kind: .insert),
    ]
    #expect(submit(7, producer: 2) == expected)
    #expect(submit(1, producer: 3) == [RowChange(index: 7, row: 6, kind: .insert)])
  }

  @Test mutating func firstFaultOfAPromiseCounts() {
    state.fault(.order, "first")
    state.fault(.order, "second")
    state.fault(.finalState, "third")
    #expect(state.faults == [.order: "first", .finalState: "third"])
  }

  @Test mutating func everyUpdateThatIsLostIsCounted() {
    _ = submit(4)
    show { $0.reload(sections: 1 << 2) }
    state.dropPending()
    _ = submit(2)
    _ = submit(1, producer: 0)
    state.judgeEnd()
    #expect(
      state.faults == [.nothingLost: "3 updates were never shown, first update 5 (thread 1)"])
    #expect(state.name(6) == "update 7 (main)")
    #expect(state.name(7) == "nobody's update" && state.name(-1) == "nobody's update")
  }

  @Test mutating func firstRowThatDiffersIsNamed() {
    let changes = submit(2) + submit(2, producer: 2)
    for change in changes { show { $0.apply(change) } }
    _ = submit(3)
    state.judgeEnd()
    #expect(
      state.faults[.finalState]
        == "row 2 is as of update 5 (thread 1), the view shows update 1 (thread 1) of it at the end"
    )
  }

  @Test mutating func deletedRowIsNotToBeShown() {
    for change in submit(5) + submit(5, producer: 2) { show { $0.apply(change) } }
    // Rows 2 and 4 go.
    _ = submit(1) + submit(1, producer: 2)
    state.judgeEnd()
    #expect(state.faults[.finalState] == "row 2 is deleted, the view shows it at the end")
  }

  @Test(arguments: [false, true])
  mutating func rowsOfAListAreInOrder(_ isList: Bool) {
    _ = submit(2) + submit(2, producer: 2)
    show { $0.reload(sections: .max) }
    state.view = ListRows(state.model.inOrder.reversed())
    state.isList = isList
    state.judgeEnd()
    let words = "the rows are in another order than in the model at the end"
    #expect(state.faults == (isList ? [.finalState: words] : [:]))
  }

  @Test mutating func slowestUpdateIsTheFirstOfThoseThatTookAsLong() {
    for time: UInt64 in [3, 1, 1, 0, 2] { state.make(state.announce(producer: 1, at: time)) }
    for index in 1..<3 { state.show([index], at: 9) }
    #expect(state.slowest?.name == "update 2 (thread 1)" && state.slowest?.latency == 8)
    state.show([0], at: 9)
    // What was dropped and what was never shown does not count.
    state.dropPending()
    state.show([3], at: 20)
    #expect(state.slowest?.name == "update 2 (thread 1)" && state.slowest?.latency == 8)
  }

  @Test mutating func updateIsShownOnce() {
    _ = submit(1)
    state.show([0], during: 1..<3)
    state.show([0], during: 3..<7)
    #expect(state.updates[0].shown == 3 && state.shownCount == 1)
    #expect(state.deliveryTimes == [1..<3, 3..<7])
  }

  @Test mutating func sectionIsReadOnceAndTheOthersStay() {
    _ = submit(2)
    show { $0.reload(sections: .max) }
    // Row 2 changes and goes, row 3 moves and changes.
    _ = submit(4)
    #expect(state.reload(sections: 1 << 3) == [3, 4])
    #expect(state.view.values == [2: 0, 3: 4])
    #expect(state.reload(sections: 1 << 3) == [])
    #expect(state.reload(sections: .max) == [2, 5])
    #expect(state.view.values == [3: 4])
  }

  @Test mutating func deliveryIsHurriedByWhatHasABoundAndWaits() {
    func isHurried(_ state: inout WatchedState) -> Bool? {
      state.begin(at: 0)
      return state.starts.last?.isHurried
    }
    _ = submit(1)
    #expect(isHurried(&state) == false)
    state.make(state.announce(producer: 1, at: 0, within: 0))
    _ = submit(1)
    #expect(isHurried(&state) == true)
    state.show([0], at: 1)
    #expect(isHurried(&state) == true)
    state.show([1], at: 1)
    #expect(isHurried(&state) == false)
    state.make(state.announce(producer: 1, at: 0, within: 9))
    state.dropPending()
    #expect(isHurried(&state) == false)
    state.isHurried = true
    #expect(isHurried(&state) == true)
    #expect(isHurried(&state) == false)
    #expect(state.starts.count == 7)
  }

  @Test mutating func snapshotLacksTheFirstOfTheAnnouncedChanges() {
    let changes = (0..<3).map { _ in state.announce(producer: 1, at: 0) }
    state.make(changes[1])
    _ = state.snapshot()
    state.make(changes[0])
    _ = state.snapshot()
    state.make(changes[2])
    _ = state.snapshot()
    #expect(state.snapshots.map(\.count) == [0, 2, 3])
  }

  @Test(arguments: [(64, 64), (65, 33), (66, 34)])
  mutating func newestSnapshotsAreKept(_ taken: Int, _ kept: Int) {
    for _ in 0..<taken {
      _ = submit(1)
      _ = state.snapshot()
    }
    #expect(state.snapshots.map(\.count) == Array(taken - kept + 1...taken))
  }

  @Test mutating func sameRowsMayBeShownAgain() {
    _ = submit(1)
    let older = state.snapshot()
    _ = submit(1)
    let newer = state.snapshot()
    #expect(state.apply(.reload(rows: newer)) == [0, 1])
    #expect(state.apply(.reload(rows: newer)) == [])
    #expect(state.faults.isEmpty)
    #expect(state.apply(.reload(rows: older)) == [] && state.newestShown == 2)
    #expect(state.view.values == [2: 0])
  }

  @Test mutating func batchWithoutAChangeOfARowLeavesItOut() throws {
    _ = submit(2)
    let older = state.snapshot()
    show { $0.apply(.reload(rows: older)) }
    _ = submit(1)
    let newer = state.snapshot()
    let none = try #require(ChangeSet(from: newer, to: newer))
    show { $0.apply(.batch(none, rows: newer)) }
    #expect(state.faults == [.finalState: "a batch update leaves out changes of rows"])
  }
}
