import BenchHarness
import BenchReport
import BenchTestSupport
import Foundation
import Testing

extension TimedBenchTests {
  /// Compares two builds in real time, including builds that fail.
  @Suite struct PairedProcessTests {
    private let folder = TemporaryFolder()

    /// Compares the fixture bench with `base` on one cell.
    @discardableResult
    private func compare(
      with base: String, strategy: String = "naive", duration: String = "40ms",
      defect: String = "", settings: String = "", _ more: String = "", exits code: Int32? = 0,
      whileRunning: @escaping @Sendable (Process) async throws -> Void = { _ in }
    ) async throws -> BenchProcess {
      try folder.file(
        "gate.yml",
        """
        schema: 1
        exact: { strategies: naive, workloads: uart, seeds: [1], metrics: [deliveries] }
        paired:
          reload-cost: 1ms
          screen-blocks: 6
          confirm-blocks: 8
          cells:
            - { strategy: \(strategy), workload: "complete-all:updates=20:duration=\(duration)" }
        \(settings)
        """)
      let bench = try await BenchProcess.start(
        "gate --paired-only --settings gate.yml --against \(base) --output out \(more)", in: folder,
        program: "FixtureBench", environment: ["FIXTURE_DEFECT": defect],
        whileRunning: whileRunning)
      if let code { #expect(bench.exitCode == code, "\(bench.output)\(bench.errors)") }
      return bench
    }

    private func trials() throws -> [Trial] {
      try Journal<Trial>(folder.url.appendingPathComponent("out/records.jsonl")).read()
    }

    /// A shell script as the base build; its `$4` is the file of the request.
    private func script(_ text: String) throws -> String {
      try folder.script("base", text)
    }

    private var fixture: String { get throws { try BenchProcess.executable("FixtureBench").path } }

    /// A base build that ignores FIXTURE_DEFECT.
    private var plain: String { get throws { try BenchProcess.executable("bench").path } }

    @Test(.enabled(if: ProcessMemory.residentBytes(of: getpid()) != nil))
    func memoryLimitOfTheGateAppliesToItsChildProcesses() async throws {
      // Memory is checked ten times a second, so the child must live long enough.
      let bench = try await compare(
        with: try fixture, duration: "1s", "--memory-limit 1MiB", exits: 2)
      #expect(bench.output.contains("1 MiB"), "\(bench.output)")
    }

    @Test func equalBuildsShowNoRegressionAndLeaveEvidence() async throws {
      let bench = try await compare(with: try fixture, exits: nil)
      #expect([0, 3].contains(bench.exitCode), "\(bench.output)\(bench.errors)")
      #expect(
        try folder.names(in: "out")
          == ["environment.json", "gate.json", "records.jsonl"])
      #expect(try trials().count { $0.outcome == .ok && $0.place?.phase == .screen } == 24)
    }

    @Test func slowerWorkIsARegression() async throws {
      let bench = try await compare(with: try plain, defect: "work=1.8", exits: 1)
      #expect(try folder.text("out/gate.json").contains("\"verdict\" : \"REGRESSED\""))
      #expect(bench.output.contains("REGRESSED  naive on"))
    }

    @Test(arguments: [
      ("400%", "2099-12-31", 0, "; accepted up to 400 % until 2099-12-31: worth it"),
      ("400%", "2020-02-29", 1, "; accepted up to 400 % until 2020-02-29, now expired"),
      ("5%", "2099-12-31", 1, "; accepted up to 5 % until 2099-12-31, less than this"),
    ])
    func acceptedRegressionPassesUpToItsSizeUntilExpiry(
      size: String, day: String, code: Int32, text: String
    ) async throws {
      let bench = try await compare(
        with: try plain, defect: "work=1.8",
        settings: """
          accepted:
            - { strategy: na*, workload: "*", metric: cpu_main_*, up-to: \(size), until: \(day),
                reason: worth it }
            - { strategy: naive, workload: 1000 updates, metric: "*", up-to: 5%, until: \(day),
                reason: another check }
          """, exits: code)
      #expect(bench.output.contains(text), "\(bench.output)")
      #expect(bench.output.contains("PASS") == false && !bench.output.contains("no longer needed"))
    }

    /// `accept` writes what the next gate needs to pass.
    @Test func regressionIsAcceptedFromItsEvidence() async throws {
      try await compare(with: try plain, defect: "work=1.8", exits: 1)
      let accept = "gate accept --settings gate.yml --evidence out --reason"
      let said = try await BenchProcess.run(accept, ["it's \"dear\""], in: folder)
      #expect(said.output.contains("metric: cpu_main_per_delivery_us, up-to: "), "\(said.output)")
      let settings = try folder.text("gate.yml")
      #expect(settings.hasSuffix("accepted:\n  \(said.output)"), "\(settings)")
      let again = try await BenchProcess.start(
        "gate --paired-only --settings gate.yml --against \(try plain) --output again", in: folder,
        program: "FixtureBench", environment: ["FIXTURE_DEFECT": "work=1.5"]
      ) { _ in }
      #expect(again.exitCode == 0 && again.output.contains("ACCEPTED"), "\(again.output)")
      let none = try await BenchProcess.run(
        accept.replacing("out", with: "again"), ["why"], in: folder, exits: 64)
      #expect(none.errors.contains("again: it has no regression between two builds."))
    }

    @Test func unstartableBuildIsAnError() async throws {
      let file = try folder.file("text", "no program")
      for path in [folder.path("missing"), file.path, folder.url.path] {
        let bench = try await compare(with: path, exits: 2)
        #expect(bench.errors.contains("it is not a program. Build it first"))
      }
    }

    @Test(arguments: [
      ("kill -SEGV $$", "crashed: killed by signal 11"), ("exit 7", "crashed: exited with code 7"),
      ("exit 0", "crashed: exited without a result"),
      ("echo '{\"strategy\": 5' > \"$6\"", "crashed: exited without a result"),
      ("while :; do :; done", "hung: hung and was killed after 2s"),
    ])
    func failingBaseIsNamed(program: String, cause: String) async throws {
      let bench = try await compare(with: try script(program), "--deadline 2s", exits: 2)
      let said = bench.output + bench.errors
      #expect(said.contains("the base") && said.contains(cause), "\(said)")
      #expect(try trials().last?.outcome.isCutShort == true, "The evidence is kept.")
    }

    @Test(arguments: [("fault-trap", "crashed"), ("fault-hang", "hung")])
    func failingCandidateIsNamed(strategy: String, outcome: String) async throws {
      let base = try script(
        "sed -i 's/\(strategy)/naive/' \"$4\"; exec '\(try fixture)' \"$@\"")
      let bench = try await compare(with: base, strategy: strategy, "--deadline 2s", exits: 2)
      #expect(bench.output.contains("FAILED  \(strategy) on "), "\(bench.output)")
      #expect(bench.output.contains("the candidate, screen, block 1: \(outcome): "))
      #expect(try trials().last?.outcome.rawValue == outcome, "The evidence is kept.")
    }

    @Test func interruptedRunKeepsItsEvidence() async throws {
      let file = folder.url.appendingPathComponent("out/records.jsonl")
      try await compare(with: try fixture, exits: 130) { process in
        while (try? String(contentsOf: file, encoding: .utf8).split(separator: "\n").count) ?? 0 < 4
        {
          try await Task.sleep(for: .milliseconds(20))
        }
        process.interrupt()
      }
      #expect(try trials().count >= 4)
      #expect(try folder.names(in: "out") == ["environment.json", "records.jsonl"])
    }

    /// `naive` delivers differently in the second baseline, so dearer deliveries are not a regression.
    @Test func costIncreaseIsATradeIfDeliveriesDiffer() async throws {
      try folder.file(
        "exact.yml",
        """
        schema: 1
        exact: { strategies: naive, workloads: complete-all, seeds: [1], metrics: [deliveries] }
        """)
      for (baseline, defect) in [("before", ""), ("after", "better")] {
        try await BenchProcess.run(
          "gate accept --settings exact.yml --baseline \(baseline)", in: folder,
          program: "FixtureBench", environment: ["FIXTURE_DEFECT": defect])
      }
      let bench = try await compare(
        with: try plain, defect: "work=1.8", "--against-baseline before --baseline after")
      #expect(bench.output.contains("TRADE  naive on"), "\(bench.output)")
    }
  }
}
