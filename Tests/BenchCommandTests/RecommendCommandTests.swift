import BenchHarness
import BenchReport
import Foundation
import Testing

extension BenchTests {
  @Suite struct RecommendCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recommend(_ arguments: [String]) async throws -> BenchProcess {
      try await BenchProcess.run(["recommend"] + arguments, in: folder)
    }

    @Test func recommendationIsWrittenBesideTheTablesOfItsRun() async throws {
      let bench = try await recommend([
        "--workload", "uart", "--no-confirm", "--format", "csv", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(
        try folder.names(in: "out")
          == TemporaryFolder.files(and: "choices.csv", "recommend.csv"))
      #expect(try bench.output == folder.text("out/recommend.csv"))
      let table = try Table(bench.output)
      let names = Set(table.column("strategy").map { $0.prefix { $0 != ":" } })
      let expected = [StrategyEntry].standard.filter {
        $0.delivery != .none && !$0.isRealTimeOnly && $0.breaks[.freshAfterWillSet] == nil
          && !$0.isGroup
      }
      #expect(names == Set(expected.map { $0.name[...] }))
      #expect(table.column("rank") == (1...table.rows.count).map(String.init))
      let costs = table.column("cost_ms").compactMap(Double.init)
      let rest = costs.drop { $0 <= (costs.min() ?? 0) * 1.05 }
      #expect(costs.count == table.rows.count && Array(rest) == rest.sorted())
      let trials = try Table(folder.text("out/trials.csv"))
      #expect(Set(trials.column("strategy").map { $0.prefix { $0 != ":" } }) == names)
      #expect(trials.rows.count == names.count)
    }

    /// Every update has been given a row of its own, so changing single rows looks free.
    @Test func withoutRowsOnlyWhatReloadsIsAnswered() async throws {
      let rows = (0..<300).map { "\($0 * 7),\($0 % 20)\n" }.joined()
      try folder.file("rows.csv", "time_ms,id\n" + rows)
      func strategies(_ options: [String]) async throws -> (BenchProcess, Set<String>) {
        let bench = try await recommend(
          ["--trace", "rows.csv", "--no-confirm", "--output", "out"] + options)
        #expect(bench.exitCode == 0, "\(bench.errors)")
        let table = try Table(folder.text("out/recommend.csv"))
        return (bench, Set(table.column("strategy").map { String($0.prefix { $0 != ":" }) }))
      }
      let reloading = Set([StrategyEntry].standard.filter { $0.delivery == .reload }.map(\.name))
      let text = "The recording names no rows"
      let (without, tried) = try await strategies([])
      #expect(tried.isSubset(of: reloading) && without.output.contains(text))
      let (with, all) = try await strategies(["--row-column", "id"])
      #expect(all.contains("view-queue") && !with.output.contains(text))
      let (forced, few) = try await strategies(["--row-column", "id", "--reload-only"])
      #expect(few == tried && forced.output.contains("left out, as asked"))
      let named = try await recommend(["--trace", "rows.csv", "--strategy", "view-queue"])
      #expect(named.exitCode == 64 && named.errors.contains("Give --row-column."))
    }

    @Test func manyRecordingsAreSummedUp() async throws {
      for number in 0..<5 {
        let text = "time_ms\n" + (0..<50).map { "\($0 * (9 + number))\n" }.joined()
        try folder.file("r\(number).csv", text)
      }
      let options = ["--trace", ".", "--strategy", "throttle", "--no-confirm", "--output", "out"]
      let bench = try await recommend(options)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(
        bench.errors.contains("5 recordings with 250 updates; times from `time_ms`, milliseconds."))
      #expect(!bench.errors.contains("r0.csv"))
      #expect(try await recommend(options + ["--verbose"]).errors.contains("r3.csv: 50 updates in"))
    }

    /// As from one machine, whatever it is printed in.
    @Test(
      arguments: [("table", 12, []), ("markdown", 40, ["--for", "80%"])]
        as [(String, Int, [String])])
    func partsMakeTheSameAnswer(format: String, count: Int, share: [String]) async throws {
      // The second time it is too much to search on all.
      let rows = (0..<count).flatMap { id in
        (0..<600).map { "\(id),\($0 * (7 + id * 3) + $0 % 5)\n" }
      }
      try folder.file("all.csv", "user,time_ms\n" + rows.joined())
      let options =
        ["--trace", "all.csv", "--session-column", "user", "--max-main-busy", "3%", "--strategy"]
        + ["throttle,frame,balanced", "--no-confirm"] + share
      let whole = try await recommend(options + ["--format", format, "--output", "whole"])
      #expect(whole.exitCode == 0, "\(whole.errors)")
      #expect(whole.output.contains("\(count) sessions"), "\(whole.output)")
      #expect(whole.errors.contains("\(count) sessions by `user`"))
      for part in 1...3 {
        let one = try await recommend(options + ["--shard", "\(part)/3", "--output", "p\(part)"])
        #expect(one.exitCode == 0 && one.output.isEmpty, "\(one.errors)")
      }
      func merge(_ parts: [String]) async throws -> BenchProcess {
        try await BenchProcess.run(
          ["merge"] + parts + ["--format", format, "--output", "merged"], in: folder)
      }
      let merged = try await merge(["p2", "p3", "p1"])
      #expect(merged.exitCode == 0, "\(merged.errors)")
      #expect(merged.output == whole.output)
      for file in ["recommend.csv", "choices.csv"] {
        #expect(try folder.text("merged/\(file)") == folder.text("whole/\(file)"))
      }
      #expect(try await merge(["p1", "p3"]).errors.contains("of 3 parts, 2 is missing."))
      _ = try await recommend(
        options + ["--seed", "5", "--shard", "2/3", "--output", "p2"])
      let other = try await merge(["p1", "p2", "p3"])
      #expect(other.exitCode == 64 && other.errors.contains("differ in seed (1, 5)."))
    }

    @Test func candidatesArePrintedWhereTheyAreAskedFor() async throws {
      let arguments = [
        "--workload", "uart", "--strategy", "source-add,frame", "--no-confirm", "--output", "out",
      ]
      let short = try await recommend(arguments)
      let long = try await recommend(arguments + ["--verbose"])
      #expect(short.output.hasSuffix("virtual time; --verbose lists them.\n"))
      let start = short.output.split(separator: "; --verbose")[0]
      #expect(long.output.hasPrefix(start))
      let rest = long.output.dropFirst(start.count)
      for text in ["strategy", "source-add", "Varied: frame with", "In the order of preference"] {
        #expect(rest.contains(text), "\(text)")
      }
      let rows = rest.split(separator: "\n").filter {
        $0.hasPrefix("source-add ") || $0.hasPrefix("frame")
      }
      #expect(rows.count > 6, "\(rest)")
    }

    @Test func severalTracesHaveOneAnswerAndALineEach() async throws {
      let traces = folder.url.appendingPathComponent("traces")
      try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
      for (name, gap) in [("calm", 400), ("steady", 10), ("mad", 1)] {
        let text = "time_ms\n" + (0..<50).map { "\($0 * gap)\n" }.joined()
        try folder.file("traces/\(name).csv", text)
      }
      let options = [
        "--strategy", "frame,throttle,pending-flag", "--no-confirm", "--output", "out",
      ]
      let bench = try await recommend(["--trace", "traces"] + options)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let lines = bench.output.split(separator: "\n")
      #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
      #expect(lines.first?.hasSuffix(" for 3 recordings:") == true)
      for name in ["calm", "steady", "mad"] {
        #expect(lines.contains { $0.hasPrefix("\(name) ") })
      }
      let table = try Table(folder.text("out/recommend.csv"))
      #expect(Set(table.column("workload")) == ["calm", "steady", "mad"])
      let listed = try await recommend(
        ["calm", "mad", "steady"].flatMap { ["--trace", "traces/\($0).csv"] } + options)
      #expect(listed.output == bench.output)
    }

    @Test func ofManyWorkloadsShowsHalfOfThemMostAndTheWorst() async throws {
      let bench = try await recommend([
        "--workload", "complete-all,uart,on-off,sparse,idle,steady:duration=100ms", "--strategy",
        "frame,pending-flag", "--no-confirm", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let lines = bench.output.split(separator: "\n")
      for title in ["of 6 workloads", "half, at most", "95 %, at most", "the worst"] {
        #expect(lines.contains { $0.hasPrefix(title) }, "\(bench.output)")
      }
      #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    }

    @Test func nothingThatMeetsTheGoalsIsAnAnswerOfNo() async throws {
      let bench = try await recommend([
        "--workload", "uart", "--max-latency", "1ms", "--max-main-busy", "3%", "--output", "out",
      ])
      #expect(bench.exitCode == 1, "\(bench.errors)")
      #expect(bench.output.contains("Nothing meets the goals"))
      #expect(bench.output.contains("The goals contradict each other"))
      #expect(try !folder.names(in: "out").contains("confirmation"))
      #expect(try folder.names(in: "out").contains("recommend.csv"))
    }

    @Test func goalsOfEveryKindAreJudged() async throws {
      let bench = try await recommend([
        "--strategy", "budgeted,throttle", "--workload", "uart:duration=2s",
        "--max-latency", "60ms", "--latency-percentile", "p99", "--max-main-busy", "0.1",
        "--max-deliveries-per-second", "100", "--no-confirm", "--format", "json", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(bench.output.utf8))
      let report = try #require(object as? [String: Any])
      let cases = try #require(report["cases"] as? [[String: Any]])
      let goals = try #require(cases.first?["goals"] as? [[String: Any]])
      #expect(
        goals.compactMap { $0["metric"] as? String }
          == ["latency_p99_ms", "main_busy_share", "deliveries_per_s"])
      #expect(report["choice"] as? String == "budgeted:share=0.096")
      #expect((report["sentences"] as? [String])?.isEmpty == false)
    }

    @Test func markdownHasOneTable() async throws {
      let bench = try await recommend([
        "--strategy", "frame,throttle", "--workload", "complete-all", "--no-confirm", "--format",
        "markdown", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let lines = bench.output.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("### ") } == ["### complete-all"])
      #expect(lines.contains { $0.hasPrefix("| strategy") })
    }

    @Test func interruptedConfirmationEndsWithItsSignalAndKeepsTheRest() async throws {
      let table = folder.path("out/confirmation/environment.json")
      let bench = try await BenchProcess.start(
        [
          "recommend", "--workload", "complete-all:duration=2900ms", "--strategy", "source-add",
          "--trials", "99", "--output", "out",
        ], in: folder
      ) { process in
        while !FileManager.default.fileExists(atPath: table), process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGINT)
      }
      #expect(bench.exitCode == 130)
      #expect(try folder.names(in: "out").contains("recommend.csv"))
    }

    @Test(
      arguments: [
        (["--max-latency", "100"], "a number and a unit"),
        (["--max-latency", "0ms"], "more than 0"),
        (["--max-latency=-1ms"], "a number and a unit"),
        (["--latency-percentile", "p99"], "goes with"),
        (["--max-latency", "1ms", "--latency-percentile", "p98"], "p98"),
        (["--max-main-busy", "0%"], "0%"), (["--max-main-busy", "101%"], "101%"),
        (["--max-main-busy", "30"], "30"), (["--max-main-busy", "nan%"], "nan%"),
        (["--max-main-busy=-5%"], "-5%"), (["--max-deliveries-per-second", "0"], "over 0"),
        (["--max-deliveries-per-second", "inf"], "over 0"),
        (["--max-deliveries-per-second", "nan"], "over 0"),
        (["--trace", "."], "a folder without a recording"),
        (["--trace", ".", "--workload", "uart"], "--trace goes with"),
        (["--workload", "wart"], "no workload 'wart'"),
        (["--workload", "firehose"], "virtual time"),
        (["--workload", "trace"], "--trace"), (["--trace", "missing.csv"], "missing.csv"),
        ([], "Give a recording of your own, --trace my-app.csv, or a built-in workload"),
        (["--strategy", "naive"], "Recommend for which updates?"),
        (["--workload", "uart", "--strategy", "naiv"], "no strategy 'naiv'"),
        (["--workload", "uart", "--strategy", "null"], "delivers nothing"),
        (["--workload", "uart", "--strategy", "view-queue", "--reload-only"], "single rows"),
        (["--workload", "uart", "--measure-reload", "missing"], "missing"),
        (["--measure-reload", "x", "--reload-cost", "2ms"], "not both"),
        (["--workload", "uart", "--session-column", "id"], "goes with --trace"),
        (["--workload", "uart", "--for", "0%"], "0%"),
        (["--workload", "uart", "--shard", "1/2"], "there is 1 recording"),
        (["--workload", "uart,idle", "--shard", "1/3"], "there are 2 recordings"),
        (
          ["--workload", "uart,idle", "--shard", "1/2", "--trials", "3"], "does not go with --shard"
        ),
        (["--trials", "0"], "--trials is 0."), (["--no-confirm", "--trials", "3"], "--no-confirm"),
        (["--latency-price", "nan"], "--latency-price"),
        (["--latency-price=-1"], "--latency-price"),
        (["--latency-price", "inf"], "--latency-price"),
        (["--workload", "uart", "uart"], "Unexpected argument"),
      ] as [([String], String)])
    func badInputIsRefusedAndNothingIsWritten(arguments: [String], expected: String) async throws {
      let bench = try await recommend(arguments)
      #expect(bench.exitCode == 64, "\(arguments): \(bench.errors)")
      #expect(bench.errors.hasPrefix("Error: "))
      #expect(bench.errors.contains(expected), "\(arguments): \(bench.errors)")
      #expect(bench.output.isEmpty)
      #expect(try folder.names().isEmpty)
    }
  }
}

extension TimedBenchTests {
  /// What `recommend` runs in real time.
  @Suite struct ConfirmationCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recommend(_ arguments: [String]) async throws -> BenchProcess {
      try await BenchProcess.measuring(in: folder) {
        try await BenchProcess.run(["recommend"] + arguments, in: folder)
      }
    }

    @Test func firstThreeAreConfirmedInRealTime() async throws {
      let bench = try await recommend([
        "--workload", "complete-all:updates=20:duration=50ms", "--strategy",
        "naive,source-add,pending-flag,throttle:interval=50ms", "--trials", "1", "--format", "csv",
        "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let table = try Table(bench.output)
      #expect(table.column("time").count { $0 == "real" } == 3)
      #expect(try folder.names(in: "out/confirmation").contains("records.jsonl"))
      #expect(try Table(folder.text("out/trials.csv")).rows.count == 4)
    }

    @Test func longWorkloadIsConfirmedOnItsBusiestSeconds() async throws {
      let times = (0..<40).map { $0 * 100 } + (0..<30).map { 10_000 + $0 * 10 } + [60_000]
      let text = "time_ms\n" + times.map { "\($0)\n" }.joined()
      try folder.file("trace.csv", text)
      let bench = try await recommend([
        "--trace", "trace.csv", "--strategy", "source-add", "--trials", "1", "--format", "csv",
        "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let table = try Table(bench.output)
      #expect(table.column("window_start_s") == ["", "10", "10"])
      #expect(table.column("window_end_s") == ["", "12", "12"])
      #expect(table.column("updates") == ["71", "30", "30"])
      #expect(table.column("time") == ["virtual", "virtual", "real"])
    }

    @Test func reloadCostIsTakenFromARun() async throws {
      let run = try await BenchProcess.run(
        [
          "run", "--workload", "complete-all:updates=20:duration=100ms", "--strategy",
          "naive,main-drain", "--trials", "1", "--no-allocations", "--reload-cost", "5ms",
          "--output", "run",
        ], in: folder)
      #expect(run.exitCode == 0, "\(run.errors)")
      let bench = try await recommend([
        "--workload", "complete-all", "--strategy", "source-add", "--no-confirm",
        "--measure-reload", "run", "--format", "csv", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(bench.errors.contains("Reload cost "))
      let block = try #require(Table(bench.output).column("longest_block_ms").first)
      #expect(try #require(Double(block)) > 4)
    }
  }
}
