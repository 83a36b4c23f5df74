@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TrialPlanTests {
  private func plan(
    producers: [TrialPlan.Producer] = [.thread], viewCount: Int = 1,
    _ updates: [(time: UInt64, producer: Int, view: Int)]
  ) -> TrialPlan {
    var planned = PlannedUpdates()
    for (row, update) in updates.enumerated() {
      planned.append(
        atNanoseconds: update.time, producer: update.producer, view: update.view, row: row)
    }
    return TrialPlan(
      updates: planned, producers: producers, viewCount: viewCount, duration: .seconds(1),
      costs: .free)
  }

  @Test func planWithoutUpdatesIsValid() throws {
    try plan([]).validate(workload: "w")
  }

  @Test func updatesOfOneTimeAreValid() throws {
    try plan([(5, 0, 0), (5, 0, 0)]).validate(workload: "w")
  }

  /// A rule that a plan breaks, by the word that its refusal must say.
  struct BrokenRule: Sendable {
    let word: String
    var producers: [TrialPlan.Producer] = [.thread]
    var viewCount = 1
    var updates: [(time: UInt64, producer: Int, view: Int)] = []
  }

  @Test(arguments: [
    BrokenRule(word: "producer", producers: []),
    BrokenRule(word: "view", viewCount: 0),
    BrokenRule(word: "producer", updates: [(0, 1, 0)]),
    BrokenRule(word: "view", viewCount: 2, updates: [(0, 0, 2)]),
    BrokenRule(word: "ordered", updates: [(2, 0, 0), (1, 0, 0)]),
  ])
  func brokenRuleIsNamed(rule: BrokenRule) throws {
    let plan = plan(producers: rule.producers, viewCount: rule.viewCount, rule.updates)
    let error = #expect(throws: BenchError.self) { try plan.validate(workload: "mine") }
    guard case .badPlan("mine", let cause) = error else {
      Issue.record("not a bad plan: \(String(describing: error))")
      return
    }
    #expect(cause.contains(rule.word))
  }

  @Test func updatesAreSplitByProducerInTheirOrder() {
    let plan = plan(
      producers: [.main, .thread], [(0, 1, 0), (1, 0, 0), (2, 1, 0), (3, 1, 0)])
    #expect(plan.updatesByProducer() == [[1], [0, 2, 3]])
  }

  @Test func changeCarriesTheNumberOfItsUpdate() {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 1, row: 7, kind: .insert)
    updates.append(atNanoseconds: 2, row: 7, kind: .delete)
    #expect(updates.change(1) == RowChange(index: 1, row: 7, kind: .delete))
  }
}
