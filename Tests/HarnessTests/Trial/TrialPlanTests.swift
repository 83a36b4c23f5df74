import Testing

@testable import BenchHarness

struct TrialPlanTests {
  /// A plan that breaks a rule, and the word that the error must contain.
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
    BrokenRule(word: "in the order of", updates: [(2, 0, 0), (1, 0, 0)]),
  ])
  func invalidPlanIsRefusedWithTheBrokenRule(rule: BrokenRule) throws {
    var updates = PlannedUpdates()
    for (row, update) in rule.updates.enumerated() {
      updates.append(
        atNanoseconds: update.time, producer: update.producer, view: update.view, row: row)
    }
    let plan = TrialPlan(
      updates: updates, producers: rule.producers, viewCount: rule.viewCount,
      duration: .seconds(1), costs: .free)
    let error = #expect(throws: BenchError.self) { try plan.validate(workload: "mine") }
    let said = error?.description ?? ""
    #expect(said.hasPrefix("Workload 'mine': ") && said.contains(rule.word), "\(said)")
  }

  @Test func workloadLengthCoversTheLastReload() throws {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 500_000_000, view: 0, row: 0)
    var plan = TrialPlan(
      updates: updates, viewCount: 2, duration: .milliseconds(100), costs: CostModel())
    #expect(plan.lengthNanoseconds == 504_480_000)
    plan.surroundings.scrolling = [400_000_000..<600_000_000]
    #expect(plan.lengthNanoseconds == 604_480_000)
    plan.duration = .seconds(1)
    #expect(plan.lengthNanoseconds == 1_000_000_000)
  }
}
