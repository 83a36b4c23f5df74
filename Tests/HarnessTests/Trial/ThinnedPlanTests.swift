import Testing

@testable import BenchHarness

struct ThinnedPlanTests {
  private var plan: TrialPlan {
    var updates = PlannedUpdates()
    for number in 0..<1_000 {
      updates.append(
        atNanoseconds: UInt64(number) * 10_000_000, producer: number % 2, view: number % 3,
        row: number, kind: .insert, position: 4)
    }
    return TrialPlan(
      updates: updates, producers: [.thread, .thread], viewCount: 3, duration: .seconds(10),
      costs: CostModel())
  }

  @Test func thinnedPlanKeepsAllFieldsOfItsUpdates() throws {
    let thin = plan.thinned(to: 100)
    #expect(thin.updates.count == 100 && thin.duration == .seconds(1))
    #expect(thin.updates.intendedNanoseconds.first == 0)
    let rows = (0..<100).map { thin.updates.change($0).row }
    #expect(rows == (0..<5).flatMap { stretch in (90..<110).map { stretch * 200 + $0 } })
    for (index, row) in rows.enumerated() {
      #expect(thin.updates.producer[index] == row % 2 && thin.updates.view[index] == row % 3)
      let change = thin.updates.change(index)
      #expect(change.kind == .insert && change.position == 4)
    }
    try thin.validate(workload: "thin")
  }

  @Test func indivisiblePlanIsNotThinned() throws {
    let changes: [(inout TrialPlan) -> Void] = [
      { $0.ordersRows = true }, { $0.producers.append(.delivery) },
      { $0.surroundings.stalls = [0..<100] }, { $0.costs.contentNanoseconds = 1 },
    ]
    for change in changes {
      var whole = plan
      change(&whole)
      #expect(whole.thinned(to: 100).updates.count == 1_000)
    }
    #expect(plan.thinned(to: 1_000).updates.count == 1_000)
  }
}
