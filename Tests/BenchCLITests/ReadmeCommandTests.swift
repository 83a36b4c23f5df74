import Foundation
import Testing

extension TimedBenchTests {
  /// The commands that the README and the documentation show are run as they stand there, but for the
  /// two of the first screen, which CI runs, and what takes minutes.
  @Suite struct ReadmeCommandTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    /// `Scripts/bench …` without the script, of each block of shell commands.
    private static func blocks(in file: String) -> [[[String]]] {
      let text = try? String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
      return (text ?? "").matches(of: /```sh\n((?:.|\n)*?)```/).map { block in
        block.1.split(separator: "\n").compactMap { line in
          let words = line.split(separator: " ").map { $0.filter { $0 != "'" } }
          return words.first == "Scripts/bench" && words.count > 1
            && !line.contains("# minutes") ? Array(words.dropFirst().prefix { $0 != "#" }) : nil
        }
      }
    }

    static let commands = blocks(in: "README.md").flatMap { $0 }
    /// In the documentation, a command may need what the ones before it in its block made.
    static let blocks: [[[String]]] = {
      let folder = package.appendingPathComponent("docs").path
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.sorted().flatMap { blocks(in: "docs/\($0)") }.filter { !$0.isEmpty }
    }()

    @Test func readmeAndDocumentationShowCommands() {
      #expect(Self.commands.count >= 5)
      #expect(Self.blocks.count >= 3)
    }

    @Test(arguments: commands)
    func commandDoesWhatItSays(command: [String]) async throws {
      try await run([command])
    }

    @Test(arguments: blocks)
    func blockDoesWhatItSays(block: [[String]]) async throws { try await run(block) }

    private func run(_ block: [[String]]) async throws {
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
      for command in block {
        let bench = try await BenchProcess.run(command, in: folder)
        #expect(bench.exitCode == 0, "\(command.joined(separator: " ")): \(bench.errors)")
        // What is exported goes to a file.
        #expect(!bench.output.isEmpty || command.first == "export")
      }
    }
  }
}
