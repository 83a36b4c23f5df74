import Foundation
import Testing

extension TimedBenchTests {
  @Suite struct MergeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // Updates that main submits itself: such trials are void on no machine.
    private static let workloads = [5, 9, 20].map { "complete-all:updates=\($0):duration=20ms" }

    private func part(
      _ shard: String, _ name: String, more: [String] = []
    ) async throws -> BenchProcess {
      try await BenchProcess.run(
        [
          "run", "--strategy", "pending-flag,null", "--trials", "2", "--no-allocations",
          "--workload", Self.workloads.joined(separator: ","), "--shard", shard, "--output", name,
        ] + more, in: folder)
    }

    private func merge(_ parts: [String]) async throws -> BenchProcess {
      try await BenchProcess.run(["merge"] + parts + ["--output", "whole"], in: folder)
    }

    @Test func partsAreDisjointAndMakeTheWhole() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two").exitCode == 0)
      let workloads = try ["one", "two"].map {
        Set(try Table(folder.text("\($0)/trials.csv")).column("workload"))
      }
      #expect(workloads[0].isDisjoint(with: workloads[1]))
      let merged = try await merge(["two", "one"])
      #expect(merged.exitCode == 0, "\(merged.errors)")
      let whole = try Table(folder.text("whole/trials.csv"))
      #expect(Set(whole.column("workload")) == workloads[0].union(workloads[1]))
      #expect(whole.rows.count { $0["outcome"] != "void" } == 3 * 2 * 2)
      #expect(try folder.text("whole/frontier.csv") == folder.text("one/frontier.csv"))
    }

    /// The same command does it, once there is room.
    @Test func mergeThatFailedCanBeRepeated() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two").exitCode == 0)
      let blockade = folder.path("whole/summary.csv/child")
      try FileManager.default.createDirectory(
        atPath: blockade, withIntermediateDirectories: true)
      let failed = try await merge(["one", "two"])
      #expect(failed.exitCode == 2 && !failed.errors.contains("--resume"), "\(failed.errors)")
      try FileManager.default.removeItem(atPath: folder.path("whole/summary.csv"))
      let merged = try await merge(["one", "two"])
      #expect(merged.exitCode == 0, "\(merged.errors)")
    }

    @Test func whatDoesNotBelongTogetherIsRefused() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two", more: ["--seed", "7"]).exitCode == 0)
      let otherSeed = try await merge(["one", "two"])
      #expect(otherSeed.exitCode == 64)
      #expect(
        otherSeed.errors.contains("one and two differ in seed (1, 7)."), "\(otherSeed.errors)")
      let half = try await merge(["one"])
      #expect(half.errors.contains("of 2 parts, 2 is missing."), "\(half.errors)")
      let twice = try await merge(["one", "one"])
      #expect(twice.errors.contains("part 1/2 is given twice."), "\(twice.errors)")
      let none = try await merge(["nowhere"])
      #expect(none.exitCode == 64)
      let records = try folder.text("one/records.jsonl").split(separator: "\n")
      try folder.file("one/records.jsonl", records.dropLast().joined(separator: "\n") + "\n")
      let cut = try await merge(["one", "two"])
      #expect(cut.exitCode == 64)
    }

    @Test func partWithForeignTrialsOrTooManyIsRefused() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two").exitCode == 0)
      let journal = try folder.text("one/records.jsonl")
      try folder.file(
        "one/records.jsonl",
        journal.replacing("\"strategy\":\"null\"", with: "\"strategy\":\"naive\""))
      let foreign = try await merge(["one", "two"])
      #expect(foreign.exitCode == 64)
      #expect(foreign.errors.contains("which is not of its part"), "\(foreign.errors)")
      try folder.file("one/records.jsonl", journal)
      for name in ["one", "two"] {
        let environment = try folder.text("\(name)/environment.json")
        try folder.file(
          "\(name)/environment.json",
          environment.replacing("\"trials\" : 2", with: "\"trials\" : \(Int.max)"))
      }
      let many = try await merge(["one", "two"])
      #expect(many.exitCode == 64)
      #expect(many.errors.contains("trials of each combination"), "\(many.errors)")
    }

    @Test func trialThatStandsTwiceInAPartOrInTwoPartsIsRefused() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two").exitCode == 0)
      let journal = try folder.text("one/records.jsonl")
      let line = try #require(
        journal.split(separator: "\n").first { $0.contains("\"strategy\":\"null\"") })
      try folder.file("one/records.jsonl", "\(journal)\(line)\n")
      let twice = try await merge(["one", "two"])
      #expect(twice.exitCode == 64)
      #expect(twice.errors.contains("it holds the same trial as line"), "\(twice.errors)")
      try folder.file("one/records.jsonl", journal)
      try folder.file("two/records.jsonl", "\(folder.text("two/records.jsonl"))\(line)\n")
      let both = try await merge(["one", "two"])
      #expect(both.exitCode == 64)
      #expect(both.errors.contains("which is not of its part"), "\(both.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("whole")))
    }

    @Test func partIsNotWrittenOver() async throws {
      #expect(try await part("1/2", "one").exitCode == 0)
      #expect(try await part("2/2", "two").exitCode == 0)
      let names = try folder.names(in: "one")
      let before = try names.map { try folder.data("one/\($0)") }
      let bench = try await BenchProcess.run(
        ["merge", "one", "two", "--output", "one"], in: folder)
      #expect(bench.exitCode == 64)
      #expect(
        bench.errors.contains("it holds a run in real time, which this would overwrite"),
        "\(bench.errors)")
      #expect(try folder.names(in: "one") == names)
      #expect(try names.map { try folder.data("one/\($0)") } == before)
    }

    @Test(arguments: ["0/2", "3/2", "x", "1/9"])
    func partThatIsNoneIsRefused(shard: String) async throws {
      #expect(try await part(shard, "one").exitCode == 64)
    }
  }
}
