import BenchHarness
import Foundation

/// Counts the instructions that two builds of `bench` take for each strategy, under valgrind, and compares
/// them.
package enum InstructionCheck {
  static let submission = "instructions_per_submission"
  static let cycle = "instructions_per_cycle"

  /// Why nothing can be counted here, and what to do; nil where it can.
  package static let obstacle: String? = [("valgrind", "valgrind"), ("strip", "binutils")]
    .first { tool, _ in path(of: tool) == nil }
    .map { tool, package in
      let advice = path(of: "apt-get") == nil ? "" : ": apt-get install \(package)"
      return "\(tool) is not installed\(advice)"
    }

  static func file(_ side: TrialPlace.Side, in folder: URL) -> URL {
    folder.appendingPathComponent("instructions-\(side.rawValue).csv")
  }

  static func result(before: ExactTable?, after: ExactTable, noBase: String) -> CheckResult {
    let comparison = ExactComparison(
      check: .instructions, before: before ?? ExactTable(metrics: [submission, cycle]), after: after
    )
    guard before != nil else {
      return CheckResult(
        findings: comparison.findings.filter { $0.metric != nil || $0.verdict == .failed },
        notChecked: ["instructions: counted, but not compared: \(noBase)"])
    }
    let new = comparison.newTrials
    return CheckResult(
      findings: comparison.findings,
      notChecked: new > 0 ? ["instructions: strategies that the base does not have: \(new)"] : [])
  }

  /// Of each key the totals of its submissions and of its cycle; it failed where they are not whole.
  static func table(_ counts: [(key: String, totals: [Int])]) -> ExactTable {
    var table = ExactTable(metrics: [submission, cycle])
    for (key, totals) in counts {
      let cell = Cell(key, "\(InstructionJob.updates) updates")
      guard totals.count == 2 else {
        table.add(Fault(failed: "crashed while its instructions were counted"), to: cell)
        continue
      }
      let values = [
        submission: Double(totals[0]) / Double(InstructionJob.updates), cycle: Double(totals[1]),
      ]
      table.add(values, .ok, to: .init(cell: cell, seed: 1), places: 3)
    }
    return table
  }

  /// The difference that is none: one instruction a submission, or half a percent of one that takes
  /// over a thousand; 3 % a cycle.
  ///
  /// What takes over a thousand allocates, and calls generic code of other modules. When all modules of
  /// the bench got other names, four of those counts differed, by 0.11 % at most, and cycles by 0.4 %.
  static func allowed(_ metric: String, _ old: Double) -> Double {
    metric == cycle ? 0.03 * old : old > 1_000 ? 0.005 * old : 1
  }

  private static func path(of tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension InstructionCheck {
  /// Counts both builds of `gate`, one after the other.
  ///
  /// Both run at the same path, without debug information, which valgrind cannot read: the length of a path
  /// moves the counts.
  /// - Throws: ``BenchError``; a crash or hang names its side and strategy.
  package static func run(
    _ suite: ExactSuite, _ gate: Gate, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    var tables: [TrialPlace.Side: ExactTable] = [:]
    let builds = [(TrialPlace.Side.base, gate.base), (.candidate, gate.candidate)]
    for (done, (side, executable)) in builds.enumerated() {
      guard let executable else { continue }
      onAdvance(Advance("instructions of \(side.rawValue)", done: done, of: builds.count))
      let job = InstructionJob(strategies: suite.strategies)
      tables[side] = try await counts(job, side, executable, gate)
      try tables[side]?.csv.write(whole: file(side, in: gate.folder))
    }
    guard let after = tables[.candidate] else {
      throw BenchError.cannotCheck(what: "instructions", cause: "this build cannot count them.")
    }
    return result(
      before: tables[.base], after: after,
      noBase: gate.base.map { "\($0) cannot count them" } ?? "there is no --against BENCH")
  }

  /// Nil where the build knows no such job.
  private static func counts(
    _ job: InstructionJob, _ side: TrialPlace.Side, _ executable: String, _ gate: Gate
  ) async throws -> ExactTable? {
    let work = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: work) }
    func file(_ name: String) -> URL { work.appendingPathComponent(name) }
    func text(_ name: String) -> String {
      FileManager.default.contents(atPath: file(name).path)
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    func child(_ tool: String) -> ChildProcess {
      ChildProcess(
        executable: path(of: tool) ?? tool, deadline: gate.deadline ?? .seconds(300),
        memoryLimitBytes: gate.memoryLimitBytes)
    }
    let stripped = try await child("strip").run(["-g", "-o", file("bench").path, executable])
    if let words = stripped.words {
      throw BenchError.cannotCheck(
        what: executable, cause: "'strip' could not copy it: it \(words).")
    }
    let valgrind = child("valgrind")
    let (ending, counted) = try await valgrind.run(
      job, request: file("request"), response: file("counted"),
      // Hashes have a seed of their own in each process.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
      behind: [
        // No debugger is let in: its pipes would stay in the temporary folder of whoever interrupts.
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
        cause: "the process \(valgrind.words(ending)). The last line of valgrind: "
          + "\(text("log").split(separator: "\n").last ?? "nothing")")
    }
    return table(counts)
  }
}
