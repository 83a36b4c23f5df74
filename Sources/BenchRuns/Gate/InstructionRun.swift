import BenchHarness
import BenchReport
import Foundation

/// Compares the instructions that two builds of `bench` execute for each strategy, counted by valgrind.
enum InstructionRun {
  /// Why instructions cannot be counted here; nil if they can.
  static let obstacle = ["valgrind", "strip"].first { path(of: $0) == nil }
    .map { "\($0) is not installed" }

  private static func path(of tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Counts the instructions of base, then of the candidate, and compares them.
  static func run(
    _ suite: ExactSuite, _ gate: Gate, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    var tables: [TrialPlace.Side: ExactTable] = [:]
    let builds = [(TrialPlace.Side.base, gate.setup.base), (.candidate, gate.setup.program)]
    for (done, (side, executable)) in builds.enumerated() {
      guard let executable else { continue }
      onAdvance(Advance("instructions of \(side.rawValue)", done: done, of: builds.count))
      let job = InstructionJob(strategies: suite.strategies)
      tables[side] = try await counts(job, side, executable, gate)
      try tables[side].map { try gate.folder.write($0.csv, "instructions-\(side.rawValue).csv") }
    }
    guard let after = tables[.candidate] else {
      throw BenchError.cannotCheck(what: "instructions", cause: "this build cannot count them.")
    }
    return CheckResult(
      instructions: tables[.base], after,
      noBase: gate.setup.base.map { "\($0) cannot count them" } ?? "--against was not given")
  }

  /// The build's counts; nil if it does not know the job. Runs a copy without debug information, which valgrind cannot
  /// read, at a path whose length is always the same, because the length affects the counts.
  private static func counts(
    _ job: InstructionJob, _ side: TrialPlace.Side, _ executable: String, _ gate: Gate
  ) async throws -> ExactTable? {
    try await Gate.inTemporaryFolder { work in
      func file(_ name: String) -> URL { work.appending(path: name) }
      func text(_ name: String) -> String {
        String(decoding: (try? Data(whole: file(name))) ?? Data(), as: UTF8.self)
      }
      func child(_ tool: String) -> ChildProcess {
        gate.child(path(of: tool) ?? tool, usual: .seconds(300))
      }
      let stripped = try await child("strip").run(["-g", "-o", file("bench").path, executable])
      if let words = stripped.words {
        throw BenchError.cannotCheck(
          what: executable, cause: "copying it failed: 'strip' \(words).")
      }
      let valgrind = child("valgrind")
      let (ending, counted) = try await valgrind.run(
        job, in: work,
        // Otherwise, each process would seed its hashes differently.
        environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
        behind: [
          // No debugger server: its pipes would stay in the temporary folder after an interrupt.
          "--tool=callgrind", "--vgdb=no",
          "--callgrind-out-file=\(file("counts").path).%p", "--combine-dumps=yes",
          "--zero-before=cplatform_counting_begins", "--dump-before=cplatform_counting_ends",
          "--log-file=\(file("log").path)", file("bench").path,
        ])
      if case .exited(64) = ending { return nil }
      let counts = counted.map { counted in
        let totals = Int32(counted.process).map { CallgrindFile(text("counts.\($0)")).regions }
        return (key: counted.strategy, totals: (totals ?? []).filter { $0 > 0 })
      }
      guard case .exited(0) = ending, counts.contains(where: { $0.totals.count == 2 }) else {
        throw BenchError.cannotCheck(
          what: "the \(side.rawValue)'s instructions of \(counts.last?.key ?? "any strategy")",
          cause: "the process \(valgrind.words(ending)). The last line of valgrind's log: "
            + "\(text("log").split(separator: "\n").last ?? "nothing")")
      }
      return ExactTable(instructions: counts)
    }
  }
}
