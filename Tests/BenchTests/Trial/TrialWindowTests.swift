import Testing

@testable import BenchHarness
@testable import BenchReport

struct TrialWindowTests {
  private func plan(
    _ milliseconds: [UInt64], duration: Duration = .seconds(10)
  ) -> TrialPlan {
    var updates = PlannedUpdates()
    for (number, time) in milliseconds.enumerated() {
      updates.append(atNanoseconds: time * 1_000_000, row: number, kind: .insert)
    }
    return TrialPlan(updates: updates, duration: duration, costs: CostModel())
  }

  private func times(_ plan: TrialPlan) -> [UInt64] {
    plan.updates.intendedNanoseconds.map { $0 / 1_000_000 }
  }

  @Test func busiestStretchHasTheMostUpdates() throws {
    let plan = plan([0, 2_500, 5_000, 5_001, 6_999, 7_000, 9_000])
    let window = try #require(plan.busiestWindow(.seconds(2)))
    #expect(window.startNanoseconds == 5_000_000_000)
    #expect(window.length == .seconds(2))
    #expect(times(plan.cut(to: window)) == [0, 1, 1_999])
  }

  /// The first of equals.
  @Test func stretchBeginsWithAnUpdate() throws {
    let window = try #require(plan([100, 5_000, 9_000]).busiestWindow(.seconds(2)))
    #expect(window.startNanoseconds == 100_000_000)
  }

  @Test func cutPlanKeepsWhatItsUpdatesAre() throws {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 1)
    updates.append(
      atNanoseconds: 3_000_000_000, producer: 1, view: 2, row: 7, kind: .delete, position: 4)
    var plan = TrialPlan(
      updates: updates, producers: [.thread, .thread], viewCount: 3, duration: .seconds(5),
      costs: CostModel())
    plan.surroundings.stalls = [
      0..<100, 2_900_000_000..<3_100_000_000,
      3_900_000_000..<5_000_000_000,
    ]
    let cut = plan.cut(
      to: TrialWindow(startNanoseconds: 3_000_000_000, endNanoseconds: 4_000_000_000))
    #expect(cut.updates.count == 1)
    #expect(cut.updates.intendedNanoseconds == [0])
    #expect(cut.updates.producer == [1])
    #expect(cut.updates.view == [2])
    let change = cut.updates.change(0)
    #expect(change.row == 7 && change.kind == .delete && change.position == 4)
    #expect(cut.duration == .seconds(1))
    #expect(
      cut.surroundings.stalls == [
        0..<100_000_000, 900_000_000..<1_000_000_000,
      ])
    try cut.validate(workload: "cut")
  }

  @Test func shortPlanIsRunAsAWhole() {
    #expect(plan([0, 2_900], duration: .seconds(3)).busiestWindow(.seconds(2)) == nil)
    #expect(plan([], duration: .seconds(60)).busiestWindow(.seconds(2)) == nil)
    #expect(plan([5], duration: .seconds(60)).busiestWindow(.seconds(2)) != nil)
  }

  @Test func planThatMakesNoSenseInPartIsRunAsAWhole() {
    var ordered = plan([0, 5_000])
    ordered.ordersRows = true
    #expect(ordered.busiestWindow(.seconds(2)) == nil)
    var nested = plan([0, 5_000])
    nested.producers.append(.delivery)
    #expect(nested.busiestWindow(.seconds(2)) == nil)
  }

  @Test func cutWorkloadRunsInVirtualTime() throws {
    var settings = RunSettings(
      strategies: [try .strategy("source-add")], workloads: [try .workload("file-events")])
    settings.window = try settings.plans().values.first?.busiestWindow(.seconds(2))
    let record = try #require(try VirtualRun(settings).run().first)
    #expect(record.outcome == .ok)
    let updates = try #require(record.values["updates"])
    #expect(updates > 500 && updates < 4_935)
    #expect(try settings.plans().values.map(\.updates.count) == [Int(updates)])
  }
}
