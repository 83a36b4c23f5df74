import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct RunPlanTests {
  private func settings(trials: Int, seed: UInt64 = 1) throws -> RunSettings {
    RunSettings(
      strategies: try Selection.parse("naive,throttle,source-add", from: .standard),
      workloads: try Selection.parse("uart,steady", from: .standard), trials: trials, seed: seed)
  }

  private func cells(_ settings: RunSettings) -> [String] {
    RunPlan(settings, time: .real).trials.map {
      "\($0.id.cell.workload) \($0.id.cell.strategy) \($0.id.number)"
    }
  }

  @Test func blockHoldsEveryCellOnce() throws {
    let trials = RunPlan(try settings(trials: 4), time: .real).trials
    #expect(trials.count == 24)
    for block in 0..<4 {
      let identities = trials[block * 6..<block * 6 + 6].map(\.id)
      #expect(identities.allSatisfy { $0.number == block + 1 })
      #expect(Set(identities).count == 6)
    }
  }

  @Test func seedDecidesTheOrderOfEachBlock() throws {
    let orders = try [1, 1, 2, 3].map { cells(try settings(trials: 6, seed: $0)) }
    #expect(orders[0] == orders[1] && Set(orders).count == 3)
    let blocks = (0..<6).map { block in
      orders[0][block * 6..<block * 6 + 6].map { $0.dropLast() }
    }
    #expect(Set(blocks).count > 1)
  }

  @Test func allocationsAreCountedInASeparateLastBlock() throws {
    var settings = try settings(trials: 2)
    settings.countsAllocations = true
    let passes = RunPlan(settings, time: .real).trials.map(\.id.pass)
    #expect(passes.prefix(12).allSatisfy { $0 == .timing })
    #expect(passes.dropFirst(12) == Array(repeating: .allocations, count: 6)[...])
  }

  private func recorded(_ strategy: String, _ outcome: Outcome = .ok) -> Trial {
    var record = Trial.made(strategy: strategy, outcome: outcome)
    record.events = []
    return record
  }

  @Test func eventsComeFromTheFirstValidTrialOfACell() throws {
    var settings = RunSettings(strategies: [], workloads: [], trials: 2)
    let trial = recorded("naive").id
    #expect(!settings.shouldRecordEvents(of: trial, after: []))
    settings.recordsEvents = true
    let crashed = Trial.made(strategy: "naive", outcome: .crashed)
    for others in [[], [recorded("naive", .void), crashed], [recorded("throttle")]] {
      #expect(settings.shouldRecordEvents(of: trial, after: others))
    }
    #expect(!settings.shouldRecordEvents(of: trial, after: [recorded("naive")]))
    var other = trial
    other.pass = .allocations
    #expect(!settings.shouldRecordEvents(of: other, after: []))
  }
}
