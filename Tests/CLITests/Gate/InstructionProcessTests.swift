import BenchTestSupport
import Foundation
import Testing

@testable import BenchRuns

extension LongBenchTests {
  /// Counts the instructions of the built program under valgrind.
  @Suite struct InstructionProcessTests {
    private static let obstacle = Comment(rawValue: InstructionRun.obstacle ?? "")
    private let fixture: GateFixture

    init() throws {
      fixture = try GateFixture()
      try fixture.settings(strategies: "throttle-in-submit,next-pass,change-set")
    }

    private func count(
      against base: String? = nil, defect: String = "", environment: [String: String] = [:],
      exits code: Int32 = 0
    ) async throws -> BenchProcess {
      try await fixture.gate(
        "--instructions-only \(base.map { "--against \($0)" } ?? "")", defect: defect,
        environment: environment, exits: code)
    }

    private var program: String { get throws { try BenchProcess.executable("FixtureBench").path } }

    @Test(.enabled(if: InstructionRun.obstacle == nil, obstacle))
    func sameProgramHasEqualInstructionCounts() async throws {
      // Strategies that keep tables or call a queue vary in this program; CI compares all strategies of `bench`.
      try fixture.settings(strategies: "throttle-in-submit,next-pass,frame")
      let bench = try await count(against: try program)
      #expect(bench.output.hasSuffix("PASS: nothing got worse.\n"))
      // Cycles vary by up to 1 % with the layout of the heap, which the verdict allows.
      let base = try Table(fixture.folder.text("evidence/instructions-base.csv"))
      let candidate = try Table(fixture.folder.text("evidence/instructions-candidate.csv"))
      #expect(base.rows.count == 3)
      for column in ["strategy", "instructions_per_submission"] {
        #expect(base.column(column) == candidate.column(column))
      }
    }

    @Test(.enabled(if: InstructionRun.obstacle == nil, obstacle))
    func extraAllocationPerSubmissionIsARegression() async throws {
      let bench = try await count(
        against: try BenchProcess.executable("bench").path, defect: "allocation", exits: 1)
      for strategy in ["throttle-in-submit", "next-pass", "change-set"] {
        #expect(
          bench.output.contains(
            "REGRESSED  \(strategy) on 1000 updates (instructions)\n"
              + "    instructions_per_submission: "), "\(bench.output)")
      }
    }

    @Test(.enabled(if: InstructionRun.obstacle == nil, obstacle))
    func baseWithoutInstructionCountsIsAnError() async throws {
      let bench = try await count(against: "/bin/true", exits: 2)
      #expect(
        bench.errors.contains("Cannot check the base's instructions of any strategy"),
        "\(bench.errors)")
    }

    @Test(.enabled(if: InstructionRun.obstacle == nil, obstacle))
    func baseThatCannotBeCopiedIsNamed() async throws {
      let text = try fixture.folder.script("text", "")
      let bench = try await count(against: text, exits: 2)
      #expect(
        bench.errors.contains("text: copying it failed: 'strip' exited with code 1."),
        "\(bench.errors)")
    }

    /// The child writes its first answer once valgrind has created its files. The second strategy never ends, so the
    /// count is still running when the signal comes.
    @Test(.enabled(if: InstructionRun.obstacle == nil, obstacle))
    func interruptedCountLeavesNothingInTheTemporaryFolder() async throws {
      try fixture.settings(strategies: "throttle-in-submit,fault-hang")
      let own = TemporaryFolder()
      let bench = try await BenchProcess.start(
        "gate --instructions-only --settings gate.yml --output evidence",
        in: fixture.folder, program: "FixtureBench", environment: ["TMPDIR": own.url.path]
      ) { process in
        while !Self.isCounting(in: own), process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGTERM)
      }
      #expect(bench.exitCode == 143, "\(bench.errors)")
      #expect(try own.names().isEmpty)
    }

    private static func isCounting(in folder: TemporaryFolder) -> Bool {
      let names = (try? folder.names()) ?? []
      return names.contains { (try? folder.text("\($0)/response"))?.isEmpty == false }
    }

    @Test func countingWithoutValgrindIsAnError() async throws {
      let bench = try await count(against: try program, environment: ["PATH": "/nowhere"], exits: 2)
      #expect(
        bench.errors.contains("Cannot check instructions: valgrind is not installed"),
        "\(bench.errors)")
    }
  }
}
