import BenchTestSupport
import Foundation
import Testing

extension TimedBenchTests {
  /// Runs each block of commands in README.md and docs as one script, unchanged except for commands that take minutes,
  /// which CI runs. Plotting is replaced by `true`, because the Python tests cover it.
  @Suite struct DocumentedBlockTests {
    static let blocks: [String] = {
      let docs = PackageFolder.url.appendingPathComponent("docs")
      let pages = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
      let names = pages.sorted().filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
      return (["README.md"] + names).flatMap { (try? blocks($0)) ?? [] }
    }()

    /// A page's blocks of shell commands, without commands that take minutes according to their comment.
    private static func blocks(_ name: String) throws -> [String] {
      try PackageFolder.text(name).matches(of: /```sh\n((?:.|\n)*?)```/)
        .map { block in
          block.1.split(separator: "\n").filter { !$0.contains(/#.* minutes/) }
            .joined(separator: "\n")
        }
        .filter { !$0.isEmpty }
    }

    @Test func readmeShowsTheCommandsRecommendVerifyGateAndCompare() throws {
      let commands = try Self.blocks("README.md").joined(separator: "\n")
      for name in ["recommend Examples", "verify", "gate --exact-only", "compare"] {
        #expect(commands.contains("Scripts/bench \(name)"))
      }
    }

    @Test func oneDocumentedBlockRecordsSimulatesAndRecommends() {
      #expect(
        Self.blocks.contains { block in
          ["bench record -o", "bench simulate --trace", "bench recommend lines.csv"]
            .allSatisfy(block.contains)
        })
    }

    @Test(arguments: blocks)
    func commandBlockRunsAsWritten(block: String) async throws {
      let folder = TemporaryFolder()
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("Results"), withIntermediateDirectories: true)
      for name in ["Sources", "Examples", "Tests", "Results/gate.yml", "Results/baseline"] {
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(name),
          withDestinationURL: PackageFolder.url.appendingPathComponent(name))
      }
      let bench = try await BenchProcess.script(
        """
        mkdir Scripts
        ln -s "$BENCH" Scripts/bench
        ln -s "$(type -P true)" Scripts/plot
        \(block)
        """, in: folder)
      #expect(!bench.output.isEmpty)
    }
  }
}
