import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct ExportCommandTests {
    private let folder = TemporaryFolder()

    private func simulate() async throws {
      try await BenchProcess.run(
        "simulate --strategy naive,throttle --workload complete-all:updates=50 --output run",
        in: folder)
    }

    private func export(
      _ options: String, exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await BenchProcess.run("export run \(options)", in: folder, exits: code)
    }

    @Test(arguments: ["github", "bencher"])
    func exportIsPrintedOrWrittenToAFile(format: String) async throws {
      try await simulate()
      let shown = try await export("--format \(format)")
      _ = try JSONSerialization.jsonObject(with: Data(shown.output.utf8))
      let written = try await export("--format \(format) --output out.json")
      #expect(written.output.isEmpty)
      #expect(try folder.text("out.json") == shown.output)
    }

    @Test(arguments: [
      ("--format html", "one of 'github' and 'bencher'"),
      ("--format github --metric heartbeat_share", "not a valid metric for the format github"),
    ])
    func invalidFormatOrMetricIsRefused(options: String, reason: String) async throws {
      try await simulate()
      let bench = try await export(options, exits: 64)
      #expect(bench.errors.contains(reason), "\(bench.errors)")
    }
  }
}
