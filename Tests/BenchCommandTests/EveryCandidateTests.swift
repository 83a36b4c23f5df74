import Foundation
import Testing

extension LongBenchTests {
  /// With all candidates there are.
  @Suite struct EveryCandidateTests {
    /// The README shows the beginning only.
    @Test(arguments: [("docs/choosing.md", 2), ("README.md", 1)])
    func documentationShowsWhatIsPrinted(page: String, count: Int) async throws {
      let blocks = try Documents.text(page)
        .matches(of: /```sh\nScripts\/bench recommend ([^\n]*)\n```\n\n```text\n((?:.|\n)*?)```/)
      #expect(blocks.count == count)
      for block in blocks {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
          at: folder.url.appendingPathComponent("Examples"),
          withDestinationURL: Documents.package.appendingPathComponent("Examples"))
        let bench = try await BenchProcess.run(
          ["recommend"] + block.1.split(separator: " ").map(String.init), in: folder)
        #expect(bench.output.hasPrefix(block.2), "\(block.1)")
        #expect(page == "README.md" || bench.output == block.2, "\(block.1)")
      }
    }

    /// The answer before the scrolling begins, whatever the workload.
    @Test(arguments: ["complete-all", "rapid-service", "uart", "on-off", "multi-view"])
    func firstScreenHoldsTheAnswer(workload: String) async throws {
      let folder = try TemporaryFolder()
      let options = ["--no-confirm", "--format", "table", "--output", "out"]
      let bench = try await BenchProcess.run(
        ["recommend", "--workload", workload] + options, in: folder)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let lines = (bench.output + bench.errors).split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .dropLast()
      #expect(lines.count <= 24)
      #expect(lines.allSatisfy { $0.count <= 80 })
      let table = try Table(folder.text("out/recommend.csv"))
      let choice = try #require(table.column("strategy").first).prefix { $0 != ":" }
      #expect(lines.first?.hasPrefix("Use \(choice)") == true)
      #expect(lines.contains { $0.hasPrefix("  let updates = ") })
      let text = lines.joined(separator: " ")
      let ends = [" for \(workload)", " for \(workload), as far as one can tell"]
      #expect(ends.contains { text.prefix { $0 != ":" }.hasSuffix($0) })
      #expect(text.contains(/An update is shown after [0-9.]+ ms on average/))
      #expect(text.contains(/keep the main thread busy [0-9.]+ % of the time/))
      #expect(text.contains("Runner-up: "))
    }
  }
}
