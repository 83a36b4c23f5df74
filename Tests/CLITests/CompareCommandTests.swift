import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct CompareCommandTests {
    private let folder = TemporaryFolder()

    private func simulate(_ output: String, _ more: String = "") async throws {
      try await BenchProcess.run(
        "simulate --strategy naive,throttle --workload complete-all:updates=50,uart "
          + "--output \(output) \(more)", in: folder)
    }

    private func compare(
      _ arguments: String, exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await BenchProcess.run("compare \(arguments)", in: folder, exits: code)
    }

    /// Writes the files of a build whose `throttle` takes a tenth longer. `copies` repeats workloads under other names.
    private func makeSlower(_ run: String, than other: String, copies: Int = 1) throws {
      let text = try folder.text("\(other)/trials.csv")
      let lines = text.split(separator: "\n").map(String.init)
      let place = try #require(lines[0].split(separator: ",").firstIndex(of: "latency_p50_ms"))
      let rows = (0..<copies).flatMap { copy in
        lines.dropFirst().map { line in
          var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
          if fields[3].hasPrefix("throttle"), let latency = Double(fields[place]) {
            fields[place] = "\(latency * 1.1)"
          }
          if copy > 0 { fields[4] = "copy\(copy)-\(fields[4])" }
          return fields.joined(separator: ",")
        }
      }
      try folder.file("\(run)/trials.csv", ([lines[0]] + rows).joined(separator: "\n") + "\n")
      try folder.file("\(run)/environment.json", folder.text("\(other)/environment.json"))
    }

    @Test func strategiesAreComparedWithinOneRunAndAcrossTwo() async throws {
      let both = "--strategy throttle,throttle:interval=50ms"
      try await simulate("one", both)
      let one = try await compare("one \(both)")
      #expect(one.output.contains("throttle:interval=50ms against throttle: "), "\(one.output)")
      #expect(one.output.contains("better"), "It shows updates sooner.")
      try await simulate("two", "--strategy throttle:interval=50ms")
      try await simulate("first", "--strategy throttle")
      #expect(try await compare("first two \(both)").output == one.output)
      let gone = try await compare("first \(both)", exits: 64)
      #expect(gone.errors.contains("'throttle:interval=50ms'"), "\(gone.errors)")
    }

    @Test func regressionIsNamedInEachFormat() async throws {
      try await simulate("old")
      try makeSlower("new", than: "old")
      let chosen = "old new --metric latency_p50*"
      let text = try await compare("\(chosen) --output both")
      #expect(text.output.contains("new against old: 1 worse, 1 same."), "\(text.output)")
      #expect(text.output.contains("and 1 more") && !text.output.contains("naive"))
      #expect(try await compare("\(chosen) --all").output.contains("naive"))
      let csv = try await compare("\(chosen) --format csv")
      #expect(try folder.text("both/comparison.csv") == csv.output)
      let rows = try Table(csv.output).rows
      #expect(rows.count { $0["verdict"] == "worse" && $0["strategy"] == "throttle" } == 3)
      #expect(rows.count { $0["verdict"] == "same" } == 3)
      #expect(rows[0]["workload"] == "" && rows[0]["workloads"] == "2")
      let json = try await compare("old new new --format json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["new"] as? [String] == ["new (2)", "new (3)"], "\(json.output)")
    }

    @Test(arguments: ["", "--all"])
    func tableFitsSixtyColumns(options: String) async throws {
      let byRows = "throttle:interval=50ms:by=rows,debounce:wait=50ms:max-wait=90ms:by=rows"
      try await simulate("old", "--strategy naive,\(byRows)")
      try makeSlower("new", than: "old")
      let bench = try await BenchProcess.run(
        "compare old new \(options)", in: folder, environment: ["TERM": "dumb"],
        terminal: PseudoTerminal(columns: 60))
      #expect(bench.output.contains("worse"))
      #expect(
        bench.output.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(bench.output)")
    }

    @Test func longMarkdownIsCutToFitAGitHubComment() async throws {
      try await simulate("once")
      try makeSlower("old", than: "once", copies: 30)
      try makeSlower("new", than: "old")
      let markdown = try await compare("old new --format markdown --all").output
      #expect((50_000...60_000).contains(markdown.count))
      let worse = try #require(markdown.range(of: "| throttle "))
      #expect(markdown.distance(from: markdown.startIndex, to: worse.lowerBound) < 1_000)
      #expect(markdown.hasSuffix(". --format csv has all.\n"), "\(markdown.suffix(200))")
    }

    @Test(arguments: [
      ("old seed", "seed (1 and 2)"), ("old nowhere", "not found"), ("old", "only old was given"),
      ("old old --metric latency_p51_ms", "Unknown metric: 'latency_p51_ms'"),
    ])
    func incomparableRunsAreRefused(arguments: String, reason: String) async throws {
      try await simulate("old")
      if arguments.contains("seed") { try await simulate("seed", "--seed 2") }
      let bench = try await compare(arguments, exits: 64)
      #expect(bench.errors.contains(reason), "\(bench.errors)")
    }
  }
}

extension TimedBenchTests {
  @Suite struct ComparedRunsTests {
    private let folder = TemporaryFolder()

    private func run(_ output: String, _ more: String = "", defect: String = "") async throws {
      try await BenchProcess.run(
        "run --strategy naive --workload complete-all:updates=10:duration=20ms --trials 8 "
          + "--no-allocations --output \(output) \(more)", in: folder,
        program: "FixtureBench", environment: ["FIXTURE_DEFECT": defect])
    }

    /// Three times the work, so that a busy machine cannot hide it.
    @Test func costlierWorkIsFlagged() async throws {
      try await run("old")
      try await run("dear", "--calibration old", defect: "work=3")
      let bench = try await BenchProcess.run(
        "compare old dear --metric cpu_main_per_delivery_us --format csv", in: folder)
      let row = try #require(try Table(bench.output).rows.first)
      #expect(row["verdict"] == "worse", "\(row)")
      #expect(!bench.errors.contains("calibration"), "\(bench.errors)")
    }
  }
}
