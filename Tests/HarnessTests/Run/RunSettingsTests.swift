import Testing

@testable import Harness
@testable import Runs
@testable import Workloads

@Suite struct RunSettingsTests {
  private func settings(_ workloads: String) throws -> RunSettings {
    RunSettings(
      strategies: [try .strategy("naive")],
      workloads: try Selection.parse(workloads, from: .standard))
  }

  @Test func checkRefusesWhatCannotBePlanned() throws {
    try settings("uart").check()
    #expect(throws: HarnessError.self) { try settings("uart,multi-view:threads=17").check() }
    #expect(throws: HarnessError.self) { try settings("trace").check() }
  }

  @Test func checkReadsTheTrace() throws {
    let folder = try TemporaryFolder()
    var settings = try settings("trace")
    settings.tracePath = try folder.file("good.csv", "time_ms\n1\n")
    try settings.check()
    settings.tracePath = try folder.file("bad.csv", "time_ms\nx\n")
    #expect(throws: HarnessError.self) { try settings.check() }
  }

  @Test func standardSuiteIsInTheRegistries() throws {
    let strategies: [Selection<StrategyEntry>] = try Selection.parse(
      Suite.strategies, from: .standard)
    let workloads: [Selection<Workload>] = try Selection.parse(Suite.workloads, from: .standard)
    #expect(strategies.allSatisfy { $0.entry.delivery != .none })
    try RunSettings(strategies: strategies, workloads: workloads, trials: Suite.trials).check()
  }
}
