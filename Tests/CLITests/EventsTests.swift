import BenchTestSupport
import Testing

extension TimedBenchTests {
  @Suite struct EventsTests {
    @Test(arguments: ["simulate", "run --trials 2 --no-allocations"])
    func eventsOfTheFirstTrialAreWritten(command: String) async throws {
      let folder = TemporaryFolder()
      try await BenchProcess.run(
        "\(command) --workload complete-all:updates=5:duration=50ms --strategy next-pass,naive "
          + "--events --output out", in: folder)
      let table = try Table(folder.text("out/events.csv"))
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
