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

  @Test func recordingsOfAFolderAreWorkloadsOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    for name in ["b.csv", "a.csv"] { _ = try folder.file(name, "time_ms\n1\n") }
    for name in [".c.csv", "d.txt"] { _ = try folder.file(name, "no trace") }
    var settings = try settings("trace,uart")
    try settings.replay(RunSettings.recordings(at: [folder.url.path]))
    #expect(settings.workloads.map(\.key) == ["a", "b", "uart"])
    try settings.check()
    let alone = settings.only("b")
    #expect(alone.workloads.map(\.key) == ["trace"])
    #expect(alone.tracePath == folder.url.appendingPathComponent("b.csv").path)
    #expect(settings.only("uart").workloads.map(\.key) == ["uart"])
  }

  @Test func recordingsOfOneNameAreToldApartByTheirPaths() throws {
    var settings = try settings("trace")
    try settings.replay(["monday/app.csv", "tuesday/app.csv", "other.csv"])
    #expect(settings.workloads.map(\.key) == ["monday/app.csv", "tuesday/app.csv", "other"])
  }

  @Test func singleRecordingIsTheTrace() throws {
    var settings = try settings("trace")
    try settings.replay(["my.csv"])
    #expect(settings.workloads.map(\.key) == ["trace"])
    #expect(settings.tracePath == "my.csv")
    let folder = try TemporaryFolder()
    #expect(throws: HarnessError.self) { try RunSettings.recordings(at: [folder.url.path]) }
    #expect(try RunSettings.recordings(at: ["my.csv", "my.csv"]) == ["my.csv"])
  }

  @Test func standardSuiteIsInTheRegistries() throws {
    let strategies: [Selection<StrategyEntry>] = try Selection.parse(
      Suite.strategies, from: .standard)
    let workloads: [Selection<Workload>] = try Selection.parse(Suite.workloads, from: .standard)
    #expect(strategies.allSatisfy { $0.entry.delivery != .none })
    try RunSettings(strategies: strategies, workloads: workloads, trials: Suite.trials).check()
  }
}
