import BenchHarness
import BenchReport
import Foundation
import Testing

extension BenchTests {
  @Suite struct ListTests {
    @Test func everyRegisteredNameAndParameterIsListed() async throws {
      let bench = try await BenchProcess.run(["list"], in: try TemporaryFolder())
      #expect(bench.exitCode == 0)
      #expect(bench.errors.isEmpty)
      let lines = bench.output.split(separator: "\n").map { $0.drop { " +".contains($0) } }
      let names = Set(lines.compactMap { $0.split(separator: " ").first })
      for metric in [Metric].standard { #expect(names.contains(metric.name[...])) }
      for export in [ResultsExport].standard { #expect(names.contains(export.file[...])) }
      let entries: [any RegistryEntry] = [StrategyEntry].standard + [Workload].standard
      for entry in entries {
        #expect(names.contains(entry.name[...]), "\(entry.name)")
        for parameter in entry.parameters {
          let value =
            parameter.kind == .duration
            ? parameter.words(of: parameter.defaultValue)
            : parameter.text(of: parameter.defaultValue)
          #expect(
            lines.contains {
              $0.hasPrefix("\(parameter.name): ") && $0.hasSuffix("(default: \(value))")
            },
            "\(entry.name): \(parameter.name)")
        }
      }
    }

    private func list(_ arguments: [String]) async throws -> BenchProcess {
      try await BenchProcess.run(["list"] + arguments, in: try TemporaryFolder())
    }

    @Test func whatIsRunWhereNothingIsChosenIsMarked() async throws {
      let lines = try await list([]).output.split(separator: "\n")
      let marked = Set(lines.filter { $0.hasPrefix("+ ") }.map { $0.split(separator: " ")[1] })
      #expect(marked == Set((Suite.strategies + "," + Suite.workloads).split(separator: ",")))
      #expect(marked.isSuperset(of: ["frame", "balanced-eager"]))
    }

    @Test func jsonHasEverythingThatTheTableHas() async throws {
      let text = try await list(["--format", "json"]).output
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let kinds = try #require(object as? [String: [[String: Any]]])
      #expect(Set(kinds.keys) == ["strategies", "workloads", "views", "metrics", "files"])
      #expect(kinds["metrics"]?.count == [Metric].standard.count)
      let frame = try #require(kinds["strategies"]?.first { $0["name"] as? String == "frame" })
      #expect(frame["isInDefaultSuite"] as? Bool == true)
      let parameter = try #require((frame["parameters"] as? [[String: String]])?.first)
      #expect(parameter["default"] == "16666666ns", "It can be pasted.")
    }

    @Test(arguments: [
      (["throttle", "strategies"], ["STRATEGIES"], "throttle-end-to-start", "naive"),
      (["workloads"], ["WORKLOADS"], "uart", "naive"),
      (["latency_*", "uart"], ["WORKLOADS", "METRICS"], "latency_p99_ms", "deliveries"),
    ])
    func filterShowsWhatItNames(
      words: [String], titles: [String], shown: String, hidden: String
    ) async throws {
      let bench = try await list(words)
      let lines = bench.output.split(separator: "\n")
      #expect(lines.filter { $0.first?.isUppercase == true }.map(String.init) == titles)
      let names = lines.compactMap { $0.dropFirst(2).split(separator: " ").first }
      #expect(names.contains(shown[...]) && !names.contains(hidden[...]))
    }

    @Test func filterThatFindsNothingIsRefused() async throws {
      let bench = try await list(["throtle"])
      #expect(bench.exitCode == 64)
      #expect(bench.errors.contains("There is no name 'throtle'"))
    }

    @Test func listingWritesNothing() async throws {
      let folder = try TemporaryFolder()
      _ = try await BenchProcess.run(["list"], in: folder)
      #expect(try folder.names().isEmpty)
    }
  }
}
