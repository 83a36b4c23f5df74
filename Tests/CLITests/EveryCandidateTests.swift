import BenchTestSupport
import Foundation
import Testing

extension LongBenchTests {
  /// These tests try all settings.
  @Suite struct EveryCandidateTests {
    @Test(arguments: [("docs/choosing.md", 2), ("README.md", 1)])
    func documentationShowsActualOutput(page: String, count: Int) async throws {
      let blocks = try PackageFolder.text(page)
        .matches(of: /```sh\nScripts\/bench recommend ([^\n]*)\n```\n\n```text\n((?:.|\n)*?)```/)
      #expect(blocks.count == count)
      for block in blocks {
        let folder = TemporaryFolder()
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent("Examples"),
          withDestinationURL: PackageFolder.url.appendingPathComponent("Examples"))
        let bench = try await BenchProcess.run(
          "recommend \(block.1)", in: folder)
        let isWhole = page != "README.md"
        #expect(
          isWhole ? bench.output == block.2 : bench.output.hasPrefix(block.2), "\(block.1)")
      }
    }

    @Test(arguments: ["complete-all", "rapid-service", "uart", "on-off", "multi-view", "launch"])
    func answerFitsInSixteenLines(workload: String) async throws {
      let folder = TemporaryFolder()
      for options in ["", "--max-latency 100ms --max-main-busy 50%"] {
        let bench = try await BenchProcess.run(
          "recommend --workload \(workload) --format table \(options)", in: folder)
        let lines = bench.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 16 && lines.allSatisfy { $0.count <= 80 }, "\(bench.output)")
        #expect(lines.contains { $0.hasPrefix("now ") })
        let words = lines.joined(separator: " ")
        #expect(
          words.contains("Gain: ") || words.contains("Nothing is worth changing: "),
          "\(bench.output)")
        #expect(try folder.names().isEmpty)
      }
    }
  }
}
