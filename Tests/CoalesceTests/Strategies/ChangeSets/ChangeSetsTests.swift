import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// The rule of `ChangeSets`; hops take 50 µs.
@Suite(.timeLimit(.minutes(15))) struct ChangeSetsTests {
  private let stage = ListStage()

  private func batch(from old: String, to new: String) throws -> ListUpdate<ListRow> {
    let (old, new) = (ListRow.list(old), ListRow.list(new))
    return .batch(try #require(ChangeSet(from: old, to: new)), rows: new)
  }

  @Test(arguments: Origin.allCases)
  func firstDeliveryIsAReloadLaterOnesAreBatches(_ origin: Origin) throws {
    stage.at(.zero, origin) { [stage] in stage.submit("1 2") }
    stage.at(.milliseconds(1), origin) { [stage] in stage.submit("2 3") }
    stage.run()
    #expect(
      stage.updates == [.reload(rows: ListRow.list("1 2")), try batch(from: "1 2", to: "2 3")])
  }

  @Test func listThatBecameEmptyIsFilledByABatch() throws {
    for (time, rows) in ["1", "", "2 3"].enumerated() {
      stage.at(.milliseconds(time), .background) { [stage] in stage.submit(rows) }
    }
    stage.run()
    #expect(stage.updates.last == (try batch(from: "", to: "2 3")))
  }

  @Test func burstIsOneDelivery() {
    stage.at(.zero, .background) { [stage] in
      for number in 0..<1_000 { stage.submit("\(number)") }
      #expect(stage.strategy?.pendingCount == 1_000)
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(stage.updates == [.reload(rows: ListRow.list("999"))])
    #expect(stage.strategy?.pendingCount == 0)
  }

  @Test func snapshotIsTakenOnTheQueueJustBeforeTheDifference() {
    stage.at(.zero, .background) { [stage] in stage.submit("1") }
    stage.at(.microseconds(40), .background) { [stage] in stage.submit("1 2") }
    stage.run()
    #expect(stage.snapshotTimes.first == .microseconds(50))
    #expect(stage.updates.first == .reload(rows: ListRow.list("1 2")))
  }

  /// It may have come too late for the snapshot, so it is not taken for shown.
  @Test func submissionDuringTheSnapshotIsDeliveredOnceMore() {
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
  func nextDifferenceWaitsForTheAnimationAndTakesAllThatCame(_ origin: Origin) throws {
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
    // The animation, a hop to main if it ended elsewhere or main slept, to the queue, to main.
    #expect(starts[1] == .microseconds(100 + 10_000 + 150))
  }

  @Test func nothingChangedIsDeliveredAsAnEmptyChangeSet() throws {
    let done = Recorder<Int>()
    stage.at(.zero, .background) { [stage] in stage.submit("1 2") }
    stage.at(.milliseconds(1), .background) { [stage] in
      stage.submit("1 2") { done.record(1) }
    }
    stage.run()
    #expect(stage.updates.last == (try batch(from: "1 2", to: "1 2")))
    #expect(done.count == 1)
    #expect(stage.strategy?.pendingCount == 0)
  }

  @Test(arguments: [1, 2])
  func moreChangesThanTheLimitAreAReload(_ limit: Int) throws {
    let stage = ListStage(limit: limit)
    stage.at(.zero, .background) { stage.submit("1 2") }
    stage.at(.milliseconds(1), .background) { stage.submit("2 3") }
    stage.run()
    let rows = ListRow.list("2 3")
    #expect(
      stage.updates.last == (limit == 1 ? .reload(rows: rows) : try batch(from: "1 2", to: "2 3")))
  }

  @Test func limitOfAHundredIsTheDefault() {
    stage.at(.zero, .background) { [stage] in stage.submit("") }
    for (time, count) in [100, 201].enumerated() {
      stage.at(.milliseconds(time + 1), .background) { [stage] in
        stage.submit((0..<count).map(String.init).joined(separator: " "))
      }
    }
    stage.run()
    let isReload = stage.updates.map { update in
      if case .reload = update { true } else { false }
    }
    #expect(isReload == [true, false, true])
  }

  @Test func viewThatIsNotOnScreenIsReloaded() throws {
    stage.at(.zero, .background) { [stage] in stage.submit("1 2") }
    stage.at(.milliseconds(1), .background) { [stage] in
      stage.isOnScreen = false
      stage.submit("2")
    }
    stage.at(.milliseconds(2), .background) { [stage] in
      stage.isOnScreen = true
      stage.submit("2 3")
    }
    stage.run()
    #expect(
      stage.updates.dropFirst() == [
        .reload(rows: ListRow.list("2")), try batch(from: "2", to: "2 3"),
      ])
  }

  @Test func identityThatOccursTwiceIsReloadedAndNoLaterUpdateSuffers() throws {
    for (time, rows) in ["1 2", "3 3", "3 4"].enumerated() {
      stage.at(.milliseconds(time), .background) { [stage] in stage.submit(rows) }
    }
    stage.run()
    #expect(
      stage.updates.dropFirst() == [
        .reload(rows: ListRow.list("3 3")), try batch(from: "3 3", to: "3 4"),
      ])
  }
}
