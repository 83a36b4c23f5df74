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

  @Test func traceIsTheWorkloadOfThatName() throws {
    var settings = try settings("trace")
    settings.trace = try TraceText.read("time_ms\n1\n")
    try settings.check()
    #expect(try settings.updateCount() == 1)
  }

  /// Whatever it is written in, and wherever it lies.
  @Test func signatureTellsTracesApartByWhatIsReplayed() throws {
    func signature(_ text: String) throws -> RunSignature {
      var settings = try settings("trace")
      settings.trace = try TraceText.read(text)
      return try RunSignature(settings, executable: #filePath)
    }
    let first = try signature("time_ms\n1\n2\n")
    #expect(try first.differences(from: signature("time_s\n7\n7.001\n")).isEmpty)
    #expect(try first.differences(from: signature("time_ms\n1\n3\n")) == ["trace"])
  }

  @Test func standardSuiteIsInTheRegistries() throws {
    let strategies: [Selection<StrategyEntry>] = try Selection.parse(
      Suite.strategies, from: .standard)
    let workloads: [Selection<Workload>] = try Selection.parse(Suite.workloads, from: .standard)
    #expect(strategies.allSatisfy { $0.entry.delivery != .none })
    try RunSettings(strategies: strategies, workloads: workloads, trials: Suite.trials).check()
  }
}
