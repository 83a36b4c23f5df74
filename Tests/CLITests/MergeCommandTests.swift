import BenchTestSupport
import Foundation
import Testing

extension TimedBenchTests {
  @Suite struct MergeCommandTests {
    private let folder = TemporaryFolder()

    /// Runs a workload whose updates the main thread submits itself, because such trials are never discarded.
    private func part(_ updates: [Int], _ name: String, more: String = "") async throws {
      let workloads = updates.map { "complete-all:updates=\($0):duration=20ms" }
      try await BenchProcess.run(
        "run --strategy next-pass,null --trials 2 --no-allocations "
          + "--workload \(workloads.joined(separator: ",")) --output \(name) \(more)", in: folder)
    }

    @discardableResult
    private func merge(
      _ parts: String, _ output: String = "whole", exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await BenchProcess.run(
        "merge \(parts) --output \(output)", in: folder, exits: code)
    }

    private func refusal(_ parts: String, _ output: String = "whole") async throws -> String {
      let bench = try await merge(parts, output, exits: 64)
      return bench.errors
    }

    @Test func runsOfDifferentWorkloadsCanBeMerged() async throws {
      try await part([5, 20], "one")
      try await part([9], "two")
      try await merge("two one")
      let whole = try Table(folder.text("whole/trials.csv"))
      let parts = try ["two", "one"].map { try Table(folder.text("\($0)/trials.csv")) }
      #expect(whole.rows == parts.flatMap(\.rows))
      let frontiers = try ["two", "one"].map { try Table(folder.text("\($0)/frontier.csv")).rows }
      #expect(try Table(folder.text("whole/frontier.csv")).rows == frontiers.flatMap { $0 })
    }

    @Test func unrelatedPartsAreRefusedAndNothingIsOverwritten() async throws {
      try await part([5], "one")
      try await part([9], "seven", more: "--seed 7")
      #expect(try await refusal("one seven").contains("one and seven differ in seed (1, 7)."))
      #expect(try await refusal("one one").contains("two runs have the workload"))
      #expect(try await refusal("nowhere").contains("not found"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("whole")))
      try await part([9], "two")
      let journal = try folder.text("one/records.jsonl")
      #expect(try await refusal("one two", "one").contains("it holds a real-time run"))
      #expect(try folder.text("one/records.jsonl") == journal)
    }

    @Test func partWithMissingForeignOrRepeatedTrialsIsRefused() async throws {
      try await part([5], "one")
      try await part([9], "two")
      let journal = try folder.text("one/records.jsonl")
      let lines = journal.split(separator: "\n").map(String.init)
      for (text, words) in [
        (lines.dropLast().joined(separator: "\n") + "\n", "trials missing: 1"),
        (journal.replacing("\"null\"", with: "\"naive\""), "has a trial of another run"),
        (journal + lines[0] + "\n", "it holds the same trial as line 1"),
      ] {
        try folder.file("one/records.jsonl", text)
        let errors = try await refusal("one two")
        #expect(errors.contains(words), "\(errors)")
      }
    }
  }
}
