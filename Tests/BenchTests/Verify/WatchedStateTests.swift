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
}
