import Foundation
import Testing

extension TimedBenchTests {
  /// The commands that the README shows are run as they stand there, but for the two of its first
  /// screen, which CI runs, and what takes minutes.
  @Suite struct ReadmeCommandTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    /// `Scripts/bench …` without the script, from all blocks of shell commands.
    static let commands: [[String]] = {
      let file = package.appendingPathComponent("README.md")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.matches(of: /```sh\n((?:.|\n)*?)```/)
        .flatMap { $0.1.split(separator: "\n") }
        .compactMap { line in
          let words = line.split(separator: " ").map { $0.filter { $0 != "'" } }
          return words.first == "Scripts/bench" && words.count > 1
            && !line.contains("# minutes") ? Array(words.dropFirst().prefix { $0 != "#" }) : nil
        }
    }()

    @Test func readmeShowsCommands() {
      #expect(Self.commands.count >= 5)
    }

    @Test(arguments: commands)
    func commandDoesWhatItSays(command: [String]) async throws {
      let folder = try TemporaryFolder()
      for name in ["Sources", "Examples"] {
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent(name),
          withDestinationURL: Self.package.appendingPathComponent(name))
      }
      let results = folder.url.appendingPathComponent("Results")
      try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
      for name in ["gate.yml", "baseline"] {
        try FileManager.default.createSymbolicLink(
          at: results.appendingPathComponent(name),
          withDestinationURL: Self.package.appendingPathComponent("Results/\(name)"))
      }
      let bench = try await BenchProcess.run(command, in: folder)
      #expect(bench.exitCode == 0, "\(command.joined(separator: " ")): \(bench.errors)")
      #expect(!bench.output.isEmpty)
    }
  }
}
