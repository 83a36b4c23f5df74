import BenchHarness
import BenchRuns
import BenchTestSupport
import Foundation
import Testing

/// Runs `bench simulate` in a temporary folder.
private struct Simulation {
  let folder = TemporaryFolder()

  @discardableResult
  func callAsFunction(_ options: String) async throws -> BenchProcess {
    try await BenchProcess.run("simulate \(options)", in: folder)
  }
}

extension BenchTests {
  @Suite struct SimulateCommandTests {
    private let simulate = Simulation()
    private var folder: TemporaryFolder { simulate.folder }

    /// The simulated heartbeat continues while anything is pending, so the simulation would never end by itself.
    @Test func simulationStopsAnEndlessStrategy() async throws {
      try await BenchProcess.run(
        "simulate --strategy fault-pending --workload faster-than-main --output out", in: folder,
        program: "FixtureBench", exits: 1)
      #expect(try Table(folder.text("out/trials.csv")).column("outcome") == ["lost"])
    }

    @Test func everyValueOfARangeIsTriedAndTheBestIsNamed() async throws {
      let bench = try await simulate(
        "--strategy throttle-in-submit:interval=4ms...300ms "
          + "--workload uart:duration=2s,complete-all --output out")
      #expect(bench.output.contains("Of the values of throttle-in-submit's interval, "))
      let trials = try Table(folder.text("out/trials.csv"))
      #expect(trials.rows.count == 24)
      #expect(trials.column("strategy").contains("throttle-in-submit:interval=140ms"))
      let findings = try folder.text("out/findings.csv")
      #expect(findings.contains("Over 2 workloads, "))
      #expect(findings.contains("throttle-in-submit means throttle-in-submit:interval=300ms."))
    }

    @Test func workloadRangeIsShownInOneTable() async throws {
      let bench = try await simulate(
        "--strategy naive,throttle --workload complete-all:updates=10...1000/4,uart --output out")
      let lines = bench.output.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("updates") }.count == 1)
      let table = lines.prefix { !$0.hasPrefix("The bottom line") }
      let values = table.filter { $0.contains(" throttle ") }.compactMap {
        $0.split(separator: " ").first.flatMap { Int($0) }
      }
      #expect(values == [10, 50, 200, 1_000])
      #expect(lines.contains("complete-all") && lines.contains("uart"))
    }

    @Test func eachTrialHasTheArrivalsOfTheNextSeed() async throws {
      let options = "--workload rapid-service --strategy throttle --format csv"
      let three = try Table(try await simulate("--seed 4 --trials 3 \(options)").output)
      #expect(three.column("seed") == ["4", "5", "6"])
      #expect(three.column("trial") == ["1", "2", "3"])
      let last = try Table(try await simulate("--seed 6 \(options)").output)
      for metric in ["latency_mean_ms", "cost_ratio"] {
        #expect(Set(three.column(metric)).count == 3)
        #expect(last.column(metric) == three.column(metric).suffix(1), "\(metric)")
      }
      let table = try await simulate(
        "--trials 2 --workload rapid-service --strategy throttle,frame")
      #expect(table.output.contains("Few trials each: small differences may be noise."))
    }

    @Test func rangeOfReloadCostsIsOneTableWithTheFiguresOfEachCost() async throws {
      let options = "--workload uart:duration=1s --strategy naive,throttle"
      let range = try await simulate("\(options) --reload-cost 1ms...16ms/3 --output out")
      let lines = range.output.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("reload-cost") }.count == 1)
      #expect(lines.count { $0.hasPrefix("4ms ") } == 2, "\(range.output)")
      let one = try Table(
        try await simulate("\(options) --reload-cost 4ms --format csv").output)
      let all = try Table(folder.text("out/trials.csv"))
      let own = all.rows.filter { $0["workload"]?.hasSuffix(":reload-cost=4ms") == true }
      #expect(own.compactMap { $0["latency_mean_ms"] } == one.column("latency_mean_ms"))
      for command in ["run", "recommend"] {
        let refused = try await BenchProcess.run(
          "\(command) --workload uart --reload-cost 1ms...2ms", in: folder, exits: 64)
        #expect(refused.errors.contains("Only 'simulate' takes a range"))
      }
    }

    @Test(arguments: ["table", "csv", "json", "markdown"])
    func repeatedSimulationPrintsTheSameOutput(format: String) async throws {
      let options =
        "--workload complete-all,steady --strategy frame,naive,balanced* --format \(format)"
      #expect(try await simulate(options).output == simulate(options).output)
    }

    @Test func nullStrategyRunsOnlyOnRequest() async throws {
      for (options, isThere) in [("", false), ("--strategy *", true)] {
        let bench = try await simulate("--workload uart --format csv \(options)")
        #expect(try Table(bench.output).column("strategy").contains("null") == isThere)
      }
    }

    @Test func longestBlockGrowsWithTheReloadCost() async throws {
      for (cost, block) in [("1ms", "107.2"), ("4ms", "407.2")] {
        let bench = try await simulate(
          "--workload complete-all --strategy naive --format csv --reload-cost \(cost)")
        #expect(try Table(bench.output).column("longest_block_ms") == [block])
      }
    }
  }
}

extension LongBenchTests {
  @Suite struct EverySimulationTests {
    private let simulate = Simulation()
    private var folder: TemporaryFolder { simulate.folder }

    /// The contents of environment.json, except for the command, which names the folder.
    private func environment(_ output: String) throws -> NSDictionary {
      let object = try JSONSerialization.jsonObject(with: folder.data("\(output)/environment.json"))
      var environment = try #require(object as? [String: Any])
      let command = try #require(environment.removeValue(forKey: "command") as? [String])
      #expect(command.contains(output))
      return environment as NSDictionary
    }

    @Test func repeatedSimulationWritesTheSameFiles() async throws {
      for output in ["one", "two"] {
        try await simulate("--quick --seed 7 --output \(output)")
      }
      #expect(
        try folder.names(in: "one")
          == TemporaryFolder.files(and: "findings.csv", "frontier.csv"))
      for name in ["trials.csv", "summary.csv", "latency.csv", "frontier.csv", "findings.csv"] {
        #expect(try folder.data("one/\(name)") == folder.data("two/\(name)"), "\(name)")
        #expect(try !folder.data("one/\(name)").isEmpty)
      }
      #expect(try environment("one") == environment("two"))
    }

    @Test func simulateWithoutASelectionRunsTheDefaultSuite() async throws {
      let table = try Table(try await simulate("--quick --format csv").output)
      #expect(
        table.column("strategy").distinct == Suite.strategies.split(separator: ",").map(String.init)
      )
      #expect(
        table.column("workload").map { String($0.prefix { $0 != ":" }) }.distinct
          == Suite.workloads.split(separator: ",").map(String.init))
    }

    @Test func wildcardRunsEveryVirtualTimeCombination() async throws {
      let bench = try await simulate(
        "--strategy *,!null --workload * --quick --format csv --output out")
      let table = try Table(bench.output)
      let workloads = [Workload].standard.filter { !$0.isRealTimeOnly && $0.name != "trace" }
      let strategies = [StrategyEntry].standard.filter { $0.delivery != .none }
      #expect(table.rows.count == workloads.count * strategies.count)
      // Strategies declared to lose an update do lose it, which is not a failure.
      let lost = table.rows.filter { $0["outcome"] == "lost" }
      let known = [StrategyEntry].standard.filter { $0.breaks[.freshAfterWillSet] != nil }
      #expect(Set(lost.compactMap { $0["strategy"] }) == Set(known.map(\.name)))
      #expect(lost.allSatisfy { $0["workload"]?.hasPrefix("will-set") == true })
      #expect(Set(table.column("outcome")) == ["ok", "lost"])
      let names = Set(table.column("workload").map { $0.prefix { $0 != ":" } })
      #expect(names == Set(workloads.map { $0.name[...] }))
    }
  }
}
