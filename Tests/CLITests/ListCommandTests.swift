import BenchHarness
import BenchRuns
import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct ListCommandTests {
    private func list(_ arguments: String = "") async throws -> BenchProcess {
      let bench = try await BenchProcess.run("list \(arguments)", in: TemporaryFolder())
      #expect(bench.errors.isEmpty, "\(bench.errors)")
      return bench
    }

    /// Scripts/dev/tables makes the documentation's tables from this list.
    @Test func listMarksTheDefaultSuiteAndHasEveryNameIfAskedForAll() async throws {
      let text = try await list("--all").output.split(separator: "\n")
      let lines = text.map { $0.drop { " +".contains($0) } }
      let names = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
      let entries: [any RegistryEntry] = [StrategyEntry].standard + [Workload].standard
      #expect(names.isSuperset(of: [Metric].standard.map(\.name) + entries.map(\.name)))
      #expect(names.isSuperset(of: ResultsFolder.files.map(\.name)))
      #expect(lines.contains { $0.hasPrefix("interval: ") && $0.hasSuffix("(default: 300 ms)") })
      for parameter in entries.flatMap(\.parameters) {
        #expect(lines.contains { $0.hasPrefix("\(parameter.name): ") }, "\(parameter.name)")
      }
      let suite = (Suite.strategies + "," + Suite.workloads).split(separator: ",")
      let short = try await list().output.split(separator: "\n")
      for lines in [text, short] {
        let marked = lines.filter { $0.hasPrefix("+ ") }.map { $0.split(separator: " ")[1] }
        #expect(Set(marked) == Set(suite.map { $0.prefix { $0 != ":" } }))
      }
      #expect(!short.contains { $0.contains("METRICS") })
      #expect(short.contains { $0.contains("list --all' lists more") })
    }

    @Test(arguments: [60, 80])
    func everyLineFitsTheTerminal(columns: Int) async throws {
      let terminal = try PseudoTerminal(columns: columns)
      let bench = try await BenchProcess.run(
        "list --all", in: TemporaryFolder(), terminal: terminal)
      #expect(bench.output.split(separator: "\n").allSatisfy { $0.count <= columns })
    }

    @Test func jsonHasEveryKindOfEntryWithItsDetails() async throws {
      let text = try await list("--format json").output
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let kinds = try #require(object as? [String: [[String: Any]]])
      #expect(Set(kinds.keys) == ["strategies", "workloads", "views", "metrics", "files"])
      #expect(kinds["metrics"]?.count == [Metric].standard.count)
      let frame = try #require(kinds["strategies"]?.first { $0["name"] as? String == "frame" })
      #expect(frame["isInDefaultSuite"] as? Bool == true)
      let parameter = try #require((frame["parameters"] as? [[String: String]])?.first)
      #expect(parameter["default"] == "16666666ns", "The default can be pasted.")
    }

    @Test(arguments: [
      ("throttle strategies", ["STRATEGIES"], "throttle-end-to-start", "naive"),
      ("workloads", ["WORKLOADS"], "uart", "naive"),
      ("latency_* uart", ["WORKLOADS", "METRICS"], "latency_p99_ms", "deliveries"),
    ])
    func filterSelectsEntriesByNameOrKind(
      words: String, titles: [String], shown: String, hidden: String
    ) async throws {
      let lines = try await list(words).output.split(separator: "\n")
      #expect(lines.filter { $0.first?.isUppercase == true }.map(String.init) == titles)
      let names = lines.compactMap { $0.dropFirst(2).split(separator: " ").first }
      #expect(names.contains(shown[...]) && !names.contains(hidden[...]))
    }
  }
}
