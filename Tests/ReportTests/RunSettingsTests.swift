import Testing

@testable import BenchHarness
@testable import BenchReport

struct RunSettingsTests {
  private func settings(_ workloads: String) throws -> RunSettings {
    RunSettings(
      strategies: [try .strategy("naive")],
      workloads: try Selection.parse(workloads, from: .standard))
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

  @Test func severalRecordingsAreSeparateWorkloads() throws {
    var settings = try settings("trace,uart")
    try settings.replay(["a.csv", "in/b.csv"].map { ($0, try Self.trace(at: 1)) })
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
  }
}
