import BenchHarness
import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct OutputTests {
    private let folder = TemporaryFolder()

    private func output(_ format: String) async throws -> String {
      let bench = try await BenchProcess.run(
        "simulate --workload complete-all,uart --strategy * --format \(format) --output out",
        in: folder)
      #expect(bench.errors.contains("Results: out"))
      return bench.output
    }

    /// The output before the bottom line.
    private func tables(_ format: String) async throws -> Substring {
      let parts = try await output(format).split(separator: "The bottom line")
      try #require(parts.count == 3, "Each group has a bottom line.")
      return parts[0]
    }

    @Test func jsonReportsEachWorkloadAndGroup() async throws {
      let text = try await output("json")
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let reports = try #require(object as? [[String: Any]])
      #expect(
        reports.compactMap { $0["workload"] as? String }
          == ["complete-all", "complete-all", "uart", "uart"])
      #expect(
        reports.prefix(2).compactMap { $0["delivery"] as? String } == ["reloads", "row changes"])
      let all = reports.prefix(2).flatMap { $0["cells"] as? [[String: Any]] ?? [] }
      #expect(all.count == [StrategyEntry].standard.count)
      let cells = try #require(reports.first?["cells"] as? [[String: Any]])
      let naive = try #require(cells.first { $0["strategy"] as? String == "naive" })
      let figures = try #require(naive["figures"] as? [String: [String: Any]])
      #expect(figures["deliveries"]?["median"] as? Double == 100)
      #expect(figures["cpu_main_ms"] == nil)
      #expect((reports.first?["sentences"] as? [String])?.isEmpty == false)
    }

    @Test func markdownHasATableForEachWorkloadAndGroup() async throws {
      let lines = try await tables("markdown").split(separator: "\n")
      let headings = ["complete-all", "uart"].flatMap { workload in
        ["reloads", "row changes"].map { "### \(workload), \($0)" }
      }
      #expect(lines.filter { $0.hasPrefix("### ") }.map(String.init) == headings + ["### "])
      let rows = lines.filter { $0.hasPrefix("|") }
      #expect(rows.count == 2 * (2 * 2 + [StrategyEntry].standard.count))
      // The tables of row changes lack the column that compares with naive.
      let bars = Set(rows.map { row in row.count { $0 == "|" } })
      #expect(bars.count == 2, "The rows of a table have different numbers of fields.")
      #expect(rows.contains { $0.hasPrefix("| naive") })
    }
  }
}
