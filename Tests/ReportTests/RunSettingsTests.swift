import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchReport

struct RunSettingsTests {
  private func settings(_ workloads: String) throws -> RunSettings {
    RunSettings(
      strategies: [try .strategy("naive")],
      workloads: try Selection.parse(workloads, from: .standard))
  }

  @Test func impossiblePlansAreRefused() throws {
    _ = try settings("uart").plans()
    #expect(throws: BenchError.self) { try settings("uart,multi-view:threads=17").plans() }
    #expect(throws: BenchError.self) { try settings("trace").plans() }
  }

  @Test func plansFollowTheCurrentSettings() throws {
    var settings = try settings("rapid-service")
    let first = try settings.plans().values.map(\.updates.intendedNanoseconds)
    #expect(try settings.plans().values.map(\.updates.intendedNanoseconds) == first)
    let copy = settings
    settings.seed = 2
    #expect(try settings.plans().values.map(\.updates.intendedNanoseconds) != first)
    #expect(try copy.plans().values.map(\.updates.intendedNanoseconds) == first)
  }

  /// The file's format and location do not matter.
  @Test func headersCompareTracesByContent() throws {
    func header(_ text: String) throws -> RunHeader {
      var settings = try settings("trace")
      settings.trace = try Self.trace(text)
      return RunHeader(settings, time: .virtual, command: ["bench"])
    }
    let first = try header("time_ms\n1\n2\n")
    #expect(try first.differences(from: header("time_s\n7\n7.001\n")).isEmpty)
    let differences = try first.differences(from: header("time_ms\n1\n3\n"))
    #expect(differences.count == 1 && differences[0].hasPrefix("trace"))
  }

  private static func trace(_ text: String) throws -> Trace {
    try Recording(bytes: Array(text.utf8), name: "my.csv", options: TraceOptions()).trace
  }

  private static func trace(at time: Double) throws -> Trace { try trace("time_ms\n\(time)\n") }

  @Test func recordingsInAFolderAreSeparateWorkloads() throws {
    let folder = TemporaryFolder()
    for name in ["b.csv", "a.csv"] { try folder.file(name, "time_ms\n1\n") }
    for name in [".c.csv", "d.md"] { try folder.file(name, "no trace") }
    var settings = try settings("trace,uart")
    let paths = try RunSettings.recordings(at: [folder.url.path])
    try settings.replay(paths.map { ($0, try Self.trace(at: Double($0.count))) })
    #expect(settings.workloads.map(\.key) == ["a", "b", "uart"])
    #expect(try settings.plans().count == 3)
  }

  @Test func recordingsSharingANameKeepTheirPaths() throws {
    var settings = try settings("trace")
    try settings.replay(
      ["monday/app.csv", "tuesday/app.csv", "other.csv"].map { ($0, try Self.trace(at: 1)) })
    #expect(settings.workloads.map(\.key) == ["monday/app.csv", "tuesday/app.csv", "other"])
  }

  @Test func singleRecordingBecomesTheTraceWorkload() throws {
    var settings = try settings("trace")
    try settings.replay([("my.csv", Self.trace(at: 1))])
    #expect(settings.workloads.map(\.key) == ["trace"])
    #expect(settings.trace?.updates.count == 1)
    let folder = TemporaryFolder()
    #expect(throws: BenchError.self) { try RunSettings.recordings(at: [folder.url.path]) }
    #expect(try RunSettings.recordings(at: ["my.csv", "my.csv"]) == ["my.csv"])
  }

  @Test func standardSuiteIsInTheRegistries() throws {
    let strategies: [Selection<StrategyEntry>] = try Selection.parse(
      Suite.strategies, from: .standard)
    let workloads: [Selection<Workload>] = try Selection.parse(Suite.workloads, from: .standard)
    #expect(strategies.allSatisfy { $0.entry.delivery != .none })
    _ = try RunSettings(strategies: strategies, workloads: workloads, trials: Suite.trials).plans()
  }

  private func recorded(_ strategy: String, _ outcome: Outcome = .ok) -> Trial {
    var record = Trial.made(strategy: strategy, outcome: outcome)
    record.events = []
    return record
  }

  @Test func eventsComeFromTheFirstValidTrialOfACell() throws {
    var settings = RunSettings(strategies: [], workloads: [], trials: 2)
    let trial = recorded("naive").id
    #expect(!settings.isRecorded(trial, after: []))
    settings.recordsEvents = true
    let crashed = Trial.made(strategy: "naive", outcome: .crashed)
    #expect(settings.isRecorded(trial, after: []))
    #expect(settings.isRecorded(trial, after: [recorded("naive", .void), crashed]))
    #expect(settings.isRecorded(trial, after: [recorded("throttle")]))
    #expect(!settings.isRecorded(trial, after: [recorded("naive")]))
    var other = trial
    other.pass = .allocations
    #expect(!settings.isRecorded(other, after: []))
  }
}
