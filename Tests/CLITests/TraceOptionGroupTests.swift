import BenchTestSupport
import Testing

extension BenchTests {
  /// A bad trace ends with exit code 64 and names file, line and column; nothing is written.
  @Suite struct TraceOptionGroupTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["run", "simulate"])
    func badTimeIsReportedWithFileLineAndColumn(command: String) async throws {
      try folder.file("my.csv", "time_ms,row\n1,a\nsoon,b\n")
      let bench = try await BenchProcess.run(
        "\(command) --trace my.csv --output out", in: folder, exits: 64)
      #expect(bench.output.isEmpty)
      #expect(try folder.names() == ["my.csv"])
      #expect(
        bench.errors
          == "Error: my.csv, line 3, column 'time_ms': 'soon': it is not a time like the others (milliseconds).\n"
      )
    }

    @Test func endlessRecordingIsRefused() async throws {
      let bench = try await BenchProcess.run("simulate --trace /dev/zero", in: folder, exits: 64)
      #expect(bench.errors.hasPrefix("Error: /dev/zero: it is larger than 128 MiB."))
    }

    /// The note on how the input was understood appears only once, even if the input is used several times.
    @Test(arguments: ["simulate --trace", "recommend"])
    func inputIsDescribedOnlyOnce(command: String) async throws {
      try folder.file("my.jsonl", "{\"ts\":1777638600.5}\n{\"ts\":1777638601}\n")
      let bench = try await BenchProcess.script(
        "\"$BENCH\" \(command) - --output out < my.jsonl", in: folder)
      let said =
        "standard input: 2 updates in 0.5 s, 2026-05-01 12:30:00.5Z to 2026-05-01 12:30:01Z, 1 view; times "
        + "from `ts` (detected), seconds.\n"
      #expect(bench.errors.components(separatedBy: said).count == 2, "\(bench.errors)")
    }

    @Test func pipeIsReadLikeAFile() async throws {
      let bench = try await BenchProcess.script(
        "\"$BENCH\" simulate --trace <(printf 'time_ms\n1\n2\n') --strategy naive", in: folder)
      #expect(bench.errors.contains(": 2 updates in 0.001 s, 0.001 s to 0.002 s, 1 view"))
    }

    @Test func emptyStandardInputIsRefused() async throws {
      let bench = try await BenchProcess.run("simulate --trace -", in: folder, exits: 64)
      #expect(bench.errors == "Error: standard input: it is empty.\n")
    }

    @Test func traceIsSimulatedWithTheGivenOptions() async throws {
      try folder.file("my.csv", "t,who,what\n5,a,insert\n6,b,insert\n16,a,delete\n99,b,change\n")
      let bench = try await BenchProcess.run(
        "simulate --trace my.csv --time-column t --time-unit ms --view-column who --row-column who "
          + "--kind-column what --speed 10x --limit 3 --strategy naive --format csv --output out",
        in: folder)
      let table = try Table(bench.output)
      #expect(table.column("workload") == ["trace"])
      #expect(table.column("updates") == ["3"])
      #expect(table.column("deliveries") == ["3"])
    }
  }
}
