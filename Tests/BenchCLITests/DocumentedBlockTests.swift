import Foundation
import Testing

extension TimedBenchTests {
  /// The blocks of commands in docs are run as they stand there, each as one script. What plots is
  /// Python's, and has tests of its own.
  @Suite struct DocumentedBlockTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    static let blocks: [String] = {
      let docs = package.appendingPathComponent("docs")
      let files = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
      return files.sorted().filter { $0.hasSuffix(".md") }.flatMap { file in
        let text = try? String(contentsOf: docs.appendingPathComponent(file), encoding: .utf8)
        return (text ?? "").matches(of: /```sh\n((?:.|\n)*?)```/).map { String($0.1) }
      }
    }()

    @Test func aRecordingIsMadeSimulatedAndJudgedInOneBlock() {
      #expect(
        Self.blocks.contains { block in
          ["bench record -o", "bench simulate --trace", "bench recommend --trace"]
            .allSatisfy(block.contains)
        })
    }

    @Test(arguments: blocks)
    func blockDoesWhatItSays(block: String) async throws {
      let folder = try TemporaryFolder()
      for name in ["Sources", "Examples", "Tests"] {
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(name),
          withDestinationURL: Self.package.appendingPathComponent(name))
      }
      let bench = try await BenchProcess.script(
        """
        mkdir Scripts
        ln -s "$BENCH" Scripts/bench
        ln -s "$(type -P true)" Scripts/plot
        \(block)
        """, in: folder)
      #expect(bench.exitCode == 0, "\(block)\(bench.errors)")
      #expect(!bench.output.isEmpty)
    }
  }
}
