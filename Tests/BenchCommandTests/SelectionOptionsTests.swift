import BenchHarness
import BenchReport
import Testing

extension BenchTests {
  /// What the caller gave is wrong: exit code 64, a line that says what to give, nothing written.
  @Suite struct SelectionOptionsTests {
    private func refusal(of arguments: [String]) async throws -> String {
      let folder = try TemporaryFolder()
      let bench = try await BenchProcess.run(arguments, in: folder)
      #expect(bench.exitCode == 64, "\(arguments): \(bench.errors)")
      #expect(bench.output.isEmpty)
      #expect(bench.errors.hasPrefix("Error: "))
      #expect(try folder.names().isEmpty)
      return bench.errors
    }

    @Test(arguments: ["run", "simulate"])
    func unknownStrategyIsRefusedWithTheChoices(command: String) async throws {
      let errors = try await refusal(of: [command, "--strategy", "naiv"])
      #expect(errors.contains("There is no strategy 'naiv'."))
      for entry in [StrategyEntry].standard { #expect(errors.contains(entry.name)) }
    }

    @Test(arguments: ["async-throttle", "combine-*", "naive,!notification-queue", "observations"])
    func adapterIsSaidToBeInAnotherBench(strategies: String) async throws {
      let errors = try await refusal(of: ["run", "--strategy", strategies])
      #expect(errors.contains("it is one of the adapters in Scripts/bench-peers."))
    }

    @Test(arguments: ["run", "simulate"])
    func unknownWorkloadIsRefusedWithTheChoices(command: String) async throws {
      let errors = try await refusal(of: [command, "--workload", "uart,wart"])
      #expect(errors.contains("There is no workload 'wart'."))
      for entry in [Workload].standard { #expect(errors.contains(entry.name)) }
    }

    @Test func unknownParameterIsRefusedWithTheChoices() async throws {
      let errors = try await refusal(of: ["simulate", "--workload", "steady:speed=3"])
      #expect(errors.contains("'steady' has no parameter 'speed'."))
      #expect(errors.contains("rate, rows, duration"))
    }

    @Test(arguments: [
      ["--strategy", "throttle:interval=5"], ["--strategy", "throttle:interval=-5ms"],
      ["--strategy", "throttle:interval"], ["--workload", "uart:rate=0"],
      ["--workload", "complete-all:updates=0"], ["--workload", "on-off:spacing=10ms"],
      ["--workload", "multi-view:threads=17"], ["--workload", "trace"],
    ])
    func badValueOfAParameterIsRefused(arguments: [String]) async throws {
      for command in ["run", "simulate"] { _ = try await refusal(of: [command] + arguments) }
    }

    @Test(arguments: [
      ["--reload-cost", "5"], ["--reload-cost", "61s"], ["--visible-rows", "10001"],
      ["--visible-rows=-1"], ["--row-change-cost", "much"], ["--visible-row-cost=-1ms"],
      ["--seed", "one"], ["--seed=-1"], ["--format", "xml"], ["--limit", "5"], ["--speed", "2x"],
      ["--time-column", "t"], ["--trace", "t.csv", "--limit", "0"], ["--nonsense"],
      ["--trace", "t.csv", "--speed", "0x"], ["--trace", "t.csv", "--time-unit", "h"],
      ["--strategy"],
    ])
    func badOptionIsRefused(arguments: [String]) async throws {
      for command in ["run", "simulate"] { _ = try await refusal(of: [command] + arguments) }
    }

    @Test(arguments: ["0", "-1", "1001", "many"])
    func badNumberOfTrialsIsRefused(trials: String) async throws {
      let errors = try await refusal(of: ["run", "--trials=\(trials)"])
      #expect(errors.contains("--trials"))
    }

    @Test func workloadOfRealTimeIsRefusedInVirtualTime() async throws {
      let errors = try await refusal(of: ["simulate", "--workload", "uart,firehose"])
      #expect(errors.contains("firehose cannot run in virtual time. Use 'bench run' instead."))
    }

    @Test(arguments: ["uart", "uart,on-off", "file-*"])
    func traceThatNoWorkloadReplaysIsRefused(workloads: String) async throws {
      for command in [["run"], ["simulate"], ["recommend"]] {
        let errors = try await refusal(
          of: command + ["--trace", "my.csv", "--workload", workloads])
        #expect(errors.contains("--trace goes with the workload 'trace'"), "\(errors)")
      }
    }

    @Test(arguments: [
      (["simulat"], "simulate"), (["gate", "acept"], "accept"),
      (["run", "--strategy", "throtle"], "throttle"), (["run", "--workload", "uarts"], "uart"),
      (["simulate", "--strategy", "throttle:intervall=5ms"], "interval"),
      (["run", "--stratgy", "naive"], "--strategy"),
    ])
    func slipOfThePenIsAnsweredWithWhatWasMeant(
      arguments: [String], meant: String
    ) async throws {
      let errors = try await refusal(of: arguments)
      #expect(errors.contains(meant), "\(errors)")
    }

    @Test func completionOffersNames() async throws {
      for (option, begun, name) in [
        ("--strategy", "thr", "throttle"), ("--strategy", "naive,thr", "naive,throttle"),
        ("--workload", "", "uart"),
      ] {
        let bench = try await BenchProcess.run(
          ["---completion", "run", "--", option, "3", "\(begun.count)", "bench", "run"]
            + [option, begun],
          in: try TemporaryFolder())
        #expect(bench.exitCode == 0, "\(bench.errors)")
        #expect(bench.output.split(separator: "\n").contains(name[...]), "\(bench.output)")
      }
    }

    @Test func versionNamesItsCommit() async throws {
      let bench = try await BenchProcess.run(["--version"], in: try TemporaryFolder())
      #expect(bench.exitCode == 0)
      #expect(
        bench.output.wholeMatch(
          of: /bench [0-9]+\.[0-9]+\.[0-9]+ \((commit [0-9a-f]{7,}( with changes)?, )?Swift .*\)\n/)
          != nil, "\(bench.output)")
    }

    @Test(arguments: ["run", "verify"])
    func deadlineThatNothingMeetsIsRefused(command: String) async throws {
      let errors = try await refusal(of: [command, "--deadline", "0s"])
      #expect(errors.contains("--deadline must be longer than 0."), "\(errors)")
    }

    /// Each is in the documented range of its parameter, but together, or as often as the workload
    /// repeats it, it is beyond what can be planned.
    @Test(arguments: [
      ["--workload", "uart:rate=1000000000:duration=8000000000s"],
      ["--workload", "on-off:period=8000000000s:bursts=2"],
      ["--workload", "on-off:spacing=1000000000s:burst=100"],
      ["--workload", "multi-view:period=8000000000s:bursts=4"],
      ["--workload", "slow-reload:reload=8000000000s"],
      ["--workload", "uart", "--hop", "8000000000s"],
    ])
    func numbersBeyondAllMeasureAreRefusedAndCrashNothing(arguments: [String]) async throws {
      _ = try await refusal(of: ["simulate", "--strategy", "naive,view-queue"] + arguments)
    }
  }
}
