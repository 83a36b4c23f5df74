import Harness
import Runs
import Testing
import Workloads

extension BenchTests {
  @Suite struct ListTests {
    @Test func everyRegisteredNameAndParameterIsListed() async throws {
      let bench = try await BenchProcess.run(["list"], in: try TemporaryFolder())
      #expect(bench.exitCode == 0)
      #expect(bench.errors.isEmpty)
      let lines = bench.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      let names = Set(lines.compactMap { $0.split(separator: " ").first })
      for metric in [Metric].standard { #expect(names.contains(metric.name[...])) }
      for export in [ResultsExport].standard { #expect(names.contains(export.file[...])) }
      let entries: [any RegistryEntry] = [StrategyEntry].standard + [Workload].standard
      for entry in entries {
        #expect(names.contains(entry.name[...]), "\(entry.name)")
        for parameter in entry.parameters {
          let text = "\(parameter.name)=\(parameter.text(of: parameter.defaultValue)):"
          #expect(names.contains(text[...]), "\(entry.name): \(text)")
        }
      }
    }

    @Test func listingWritesNothing() async throws {
      let folder = try TemporaryFolder()
      _ = try await BenchProcess.run(["list"], in: folder)
      #expect(try folder.names().isEmpty)
    }
  }
}
