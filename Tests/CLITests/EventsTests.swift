import Testing

extension TimedBenchTests {
  @Suite struct EventsTests {
    private static let cell = "complete-all:updates=5:duration=50ms"

    private func events(of arguments: [String]) async throws -> Table {
      let folder = try TemporaryFolder()
      let bench = try await BenchProcess.run(
        arguments + [
          "--workload", Self.cell, "--strategy", "next-pass,naive", "--events",
          "--output", "out",
        ], in: folder)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      return try Table(folder.text("out/events.csv"))
    }

    @Test(arguments: [
      ["simulate"], ["run", "--trials", "2", "--no-allocations"],
    ])
    func eventsOfTheFirstTrialAreWritten(command: [String]) async throws {
      let table = try await events(of: command)
      #expect(Set(table.column("trial")) == ["1"])
      for (strategy, deliveries) in [("naive", 5), ("next-pass", 1)] {
        let rows = table.rows.filter { $0["strategy"] == strategy }
        #expect(rows.filter { $0["event"] == "update" }.count == 5)
        #expect(rows.filter { $0["event"] == "delivery" }.count == deliveries)
      }
      for row in table.rows where row["event"] == "update" {
        #expect(row["latency_ms"] != "" && row["end_ms"] == "")
      }
    }
  }
}
