import BenchHarness
import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct RecommendCommandTests {
    private let folder = TemporaryFolder()

    @discardableResult
    private func recommend(
      _ arguments: String, exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await BenchProcess.run("recommend \(arguments)", in: folder, exits: code)
    }

    private func recording(_ name: String, _ first: String = "", gap: Int, count: Int = 300) throws
    {
      let times = (0..<count).map { "\($0 * gap),\($0 % 20)\n" }.joined()
      try folder.file(name, "\(first)time_ms,id\n\(times)")
    }

    @Test func everyCandidateIsWrittenWithItsRole() async throws {
      try recording("my.csv", gap: 7)
      let bench = try await recommend("my.csv --format csv --output out")
      #expect(try folder.names(in: "out") == ["recommend.csv"])
      #expect(try bench.output == folder.text("out/recommend.csv"))
      let table = try Table(bench.output)
      let roles = table.column("role")
      #expect(roles.filter { $0 == "now" }.count == 1 && roles.contains("1"))
      let expected = [StrategyEntry].standard.filter { $0.isProposed && !$0.isGroup }.map(\.name)
      let names = Set(table.column("strategy").map { String($0.prefix { $0 != ":" }) })
      #expect(names == Set(expected + ["naive"]))
    }

    /// A coalescer writes its pace and the cost of its deliveries into its recording.
    @Test func recordedPaceIsComparedAtItsRecordedCost() async throws {
      let first = "# coalescer pace=throttle:interval=300.0ms deliveries=9 main_ns=8000000\n"
      try recording("my.csv", first, gap: 150)
      try recording("other.csv", "# coalescer pace=next-pass deliveries=1\n", gap: 150)
      let bench = try await recommend("my.csv")
      #expect(bench.output.contains("now      throttle:interval=300ms"), "\(bench.output)")
      let words = bench.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("Recorded deliveries: 9, each 8 ms."))
      #expect(!words.contains("2 ms for a reload"))
      let given = try await recommend("my.csv --reload-cost 3ms")
      #expect(!given.output.contains("Recorded") && !given.output.contains("for a reload"))
      let both = try await recommend("my.csv other.csv")
      #expect(both.output.contains("no single pace was recorded"), "\(both.output)")
    }

    /// The recording lasts only as long as its delivery, so that delivery takes all of the main thread's time.
    @Test func loneUpdateIsNotReportedAsSaturation() async throws {
      try recording("tap.csv", gap: 1, count: 1)
      let bench = try await recommend("tap.csv")
      #expect(bench.output.contains("Too little data"), "\(bench.output)")
      #expect(!bench.output.contains("make them cheaper"), "\(bench.output)")
    }

    /// Without the column, each update has its own row, so changing single rows would look free.
    @Test func rowChangesRequireARowColumn() async throws {
      try recording("my.csv", gap: 7)
      func changesRows(_ options: String) async throws -> Bool {
        let bench = try await recommend("my.csv --format csv \(options)")
        return try Table(bench.output).column("delivery").contains("row changes")
      }
      #expect(try await !changesRows(""))
      #expect(try await changesRows("--row-column id"))
      let named = try await recommend("my.csv --strategy view-queue", exits: 64)
      #expect(named.errors.contains("Give --row-column."))
    }

    @Test func recordingsAreSummarized() async throws {
      for number in 0..<5 { try recording("r\(number).csv", gap: 9 + number, count: 50) }
      let bench = try await recommend(". --strategy throttle")
      #expect(
        bench.errors.contains(
          "5 recordings with 250 updates; times from `time_ms` (detected), milliseconds."))
      #expect(bench.output.contains("5 recordings") && !bench.errors.contains("r0.csv"))
    }

    /// The parts together give the answer of a single machine, in any format.
    @Test(arguments: [("table", 12, ""), ("markdown", 40, "--for 80%")])
    func mergedPartsAnswerLikeASingleRun(format: String, count: Int, share: String) async throws {
      // The second case has too many updates to try every setting on all of them.
      for id in 0..<count {
        let times = (0..<600).map { "\($0 * (7 + id * 3) + $0 % 5)\n" }
        try folder.file("\(id).csv", "time_ms\n" + times.joined())
      }
      let options = ". --max-main-busy 3% --strategy throttle,frame,balanced \(share)"
      let whole = try await recommend("\(options) --format \(format) --output whole")
      #expect(whole.output.contains("\(count) recordings"), "\(whole.output)")
      for part in 1...3 {
        let one = try await recommend("\(options) --shard \(part)/3 --output p\(part)")
        #expect(one.output.isEmpty)
      }
      func merge(_ parts: String, exits code: Int32 = 0) async throws -> BenchProcess {
        try await BenchProcess.run(
          "merge \(parts) --format \(format) --output merged", in: folder, exits: code)
      }
      let merged = try await merge("p2 p3 p1")
      #expect(merged.output == whole.output)
      #expect(try folder.text("merged/recommend.csv") == folder.text("whole/recommend.csv"))
      #expect(try await merge("p1 p3", exits: 64).errors.contains("missing part 2 of 3."))
      try await recommend("\(options) --hop 70us --shard 2/3 --output p2")
      let other = try await merge("p1 p2 p3", exits: 64)
      #expect(other.errors.contains("differ in hop"), "\(other.errors)")
    }

    @Test func unmeetableGoalsGiveExitCodeOne() async throws {
      let bench = try await recommend(
        "--workload uart --max-latency 1ms --max-main-busy 1% --output out", exits: 1)
      #expect(bench.output.contains("No setting meets the goals"))
      #expect(try folder.names(in: "out") == ["recommend.csv"])
    }

    @Test func jsonMatchesMarkdown() async throws {
      let options =
        "--strategy budget,throttle --workload uart:duration=2s --max-latency 60ms "
        + "--latency-percentile p99 --max-main-busy 0.4 --max-deliveries-per-second 100"
      let bench = try await recommend("\(options) --format json")
      let object = try JSONSerialization.jsonObject(with: Data(bench.output.utf8))
      let report = try #require(object as? [String: Any])
      let cases = try #require(report["cases"] as? [[String: Any]])
      let goals = try #require(cases.first?["goals"] as? [[String: Any]])
      #expect(
        goals.compactMap { $0["metric"] as? String }
          == ["latency_p99_ms", "main_busy_peak_share", "deliveries_per_s"])
      let proposed = try #require(report["proposed"] as? [[String: Any]])
      let choice = try #require(report["choice"] as? String)
      #expect(proposed.first?["strategy"] as? String == choice)
      #expect((report["now"] as? [String: Any])?["strategy"] as? String == "naive")
      let sentences = try #require(report["sentences"] as? [String])
      let markdown = try await recommend("\(options) --format markdown")
      #expect(markdown.output.contains("| proposed | \(choice)"))
      #expect(markdown.output.contains(sentences.joined(separator: " ")))
    }
  }
}
