import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

/// The paired check with scripts in place of the two builds.
///
/// Each test runs in its own process, because the check regards every child of its process as one of its trials.
struct PairedRunTests {
  private struct Fixture {
    let folder: TemporaryFolder
    var suite = PairedSuite([Cell("naive", "complete-all"), Cell("frame", "complete-all")])

    init() throws {
      folder = TemporaryFolder()
      (suite.screenBlocks, suite.confirmBlocks) = (6, 8)
      suite.costs = CostModel(reload: .milliseconds(9))
      for (name, value) in [("one", 1.0), ("two", 2)] { try record(name, .ok, value) }
      try record("late", .void, nil)
    }

    private func record(_ name: String, _ outcome: Outcome, _ value: Double?) throws {
      let trial = Trial.made(
        outcome: outcome, values: value.map { [Metric.cpuMainPerDelivery.name: $0] } ?? [:],
        time: .real)
      try Journal<Trial>(URL(fileURLWithPath: folder.path(name))).begin([trial])
    }

    /// Makes a build that logs its request and runs `script`: `$4` is the request's file, `$6` the answer's, `$n` the
    /// number of the call, `$f` the folder.
    func build(_ side: TrialPlace.Side, _ script: String) throws {
      _ = try folder.script(
        "\(side.rawValue)-bench",
        """
        f='\(folder.url.path)'
        cat "$4" >> "$f/\(side.rawValue).log"; echo >> "$f/\(side.rawValue).log"
        n=$(wc -l < "$f/\(side.rawValue).log")
        \(script)
        """)
    }

    func trials() throws -> [Trial] { try ResultsFolder.journal(output).read() }

    var output: URL { folder.url.appendingPathComponent("out") }

    func run() async throws -> (CheckResult, [Advance]) {
      var setup = GateSetup(
        Registry(.standard, .standard), program: folder.path("candidate-bench"))
      setup.deadline = .seconds(60)
      let gate = Gate(setup: setup, folder: try GateFolder(output: output.path))
      let run = try PairedRun(
        suite, accepted: [], gate, against: folder.path("base-bench"))
      let advances = Locked<[Advance]>([])
      let result = try await run.run(changed: []) { advance in
        advances.withLock { $0.append(advance) }
      }
      return (result, advances.withLock { $0 })
    }
  }

  @Test func runMakesThePlannedTrialsOfEachBuild() async {
    await #expect(processExitsWith: .success) {
      let fixture = try Fixture()
      try fixture.build(.base, #"grep -q '"frame"' "$4" && exit 64; cat "$f/one" > "$6""#)
      try fixture.build(.candidate, #"cat "$f/two" > "$6""#)
      let (result, advances) = try await fixture.run()
      #expect(result.findings.map(\.verdict) == [.regressed, .pass])
      #expect(result.notChecked == ["1 combination that the base lacks"])
      // Six blocks in the screen, and eight in the confirmation.
      #expect(advances.map(\.done) == Array(0..<56))
      #expect(
        advances.map(\.total)
          == Array(repeating: 24, count: 24) + Array(repeating: 56, count: 32))
      #expect(
        Set(advances.map(\.what))
          == Set(["screen", "confirm"].map { "\($0): naive on complete-all" }))
      #expect(advances[0].secondsLeft == nil && advances[1].secondsLeft != nil)
      let trials = try fixture.trials()
      #expect(trials.count == 56)
      for block in trials.chunked(by: {
        $0.number == $1.number && $0.place?.phase == $1.place?.phase
      }) {
        #expect(block.map(\.place?.position) == [1, 2, 3, 4])
        #expect(Set(block.map(\.seed)).count == 1)
      }
      for trial in trials {
        let value = trial.place?.side == .candidate ? 2.0 : 1
        #expect(trial.values[.cpuMainPerDelivery] == value)
      }
      let header = try RunHeader.read(fixture.output)
      #expect(header.isGate == true && header.costs == fixture.suite.costs)
    }
  }

  /// After ten tries its block is lost, and the rest runs as planned.
  @Test func lateTrialIsTriedAtMostTenTimes() async {
    await #expect(processExitsWith: .success) {
      var fixture = try Fixture()
      fixture.suite.cells.removeLast()
      try fixture.build(.base, #"[ "$n" -le 11 ] && cat "$f/late" > "$6" || cat "$f/one" > "$6""#)
      try fixture.build(.candidate, #"cat "$f/one" > "$6""#)
      _ = try await fixture.run()
      let trials = try fixture.trials()
      let void = trials.filter { $0.outcome == .void }
      #expect(void.count == 10 && Set(void.map(\.id)).count == 1)
      #expect(!trials.contains { $0.outcome == .ok && $0.id == void.first?.id })
      #expect(trials.count == 10 + 23)
    }
  }
}
