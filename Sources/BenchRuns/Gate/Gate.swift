import BenchHarness
import BenchReport
import Foundation

/// Runs the exact check, and single trials for the others, in child processes; keeps the evidence in a folder.
struct Gate: Sendable {
  let setup: GateSetup
  let folder: GateFolder

  /// Runs the suite in virtual time and, if wanted and possible, its allocation suite; stores the figures. A
  /// combination that crashes, hangs or takes too much memory becomes a fault; the other strategies still run.
  func exactFigures(
    _ suite: ExactSuite, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> GateBaseline {
    onAdvance(Advance("virtual time", done: 0, of: 1))
    let exact = try await virtualFigures(suite)
    var allocations: ExactTable?
    if setup.countsAllocations, Jemalloc.path != nil, let suite = suite.allocations {
      allocations = try await self.allocations(suite, onAdvance)
    }
    var figures = GateBaseline(suite: suite, exact: exact, allocations: allocations)
    if setup.countsAllocations, Jemalloc.path == nil { figures.whyNotCounted = Jemalloc.advice }
    try figures.write(to: folder.candidate)
    return figures
  }

  /// `usual` is the deadline unless the user gave one.
  func child(_ executable: String, usual: Duration) -> ChildProcess {
    ChildProcess(
      executable: executable, deadline: setup.deadline ?? usual,
      memoryLimitBytes: setup.memoryLimitBytes)
  }

  private func virtualFigures(_ suite: ExactSuite) async throws -> ExactTable {
    var left = try suite.runs(setup.registry).flatMap {
      RunPlan($0, time: .virtual).trials.map(\.id)
    }
    var (table, kept) = (ExactTable(metrics: suite.metrics), [Trial]())
    let child = child(setup.program, usual: .seconds(120))
    while !left.isEmpty {
      let job = ExactJob(suite: suite, left: left)
      let (ending, records) = try await Self.inTemporaryFolder {
        try await child.run(job, in: $0)
      }
      left.removeFirst(min(records.count, left.count))
      kept += records
      guard let culprit = left.first else {
        guard ending.words != nil else { continue }
        throw BenchError.cannotCheck(
          what: "virtual time", cause: "the process \(child.words(ending)).")
      }
      var trial = Trial(culprit, outcome: .crashed, detail: child.words(ending))
      switch ending {
      case .exited(64):
        let words = try await lastWords(of: setup.program, job)
        throw BenchError.cannotCheck(what: "virtual time", cause: trial.detail + words)
      case .deadline: trial.outcome = .hung
      case .memory: trial.outcome = .overMemory
      case .exited, .signaled:
        // Only the first ten crashes get a backtrace, because each takes a second.
        guard kept.count(where: { $0.outcome == .crashed }) < 10 else { break }
        let again = ExactJob(suite: suite, left: [culprit])
        trial.detail += try await lastWords(of: setup.program, again)
      }
      // After a hang or excessive memory use, skips the strategy's other trials: each could take as long.
      let lost = left.filter {
        $0 == culprit || trial.outcome != .crashed && $0.strategy == culprit.strategy
      }
      for id in lost {
        trial.id = id
        kept.append(trial)
      }
      left.removeAll(where: lost.contains)
    }
    for trial in kept {
      table.add(trial, places: 6, setup.registry)
      try folder.append(trial)
    }
    return table
  }

  private func allocations(
    _ suite: ExactSuite.Allocations, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> ExactTable {
    var table = ExactTable(metrics: [GateBaseline.allocationMetric])
    let settings = try suite.run(setup.registry)
    let options = settings.options
    let trials = RunPlan(settings, time: .real).trials.filter { $0.id.pass == .allocations }
    for (done, trial) in trials.enumerated() {
      let name = trial.id.cell.text
      onAdvance(Advance("allocations: \(name)", done: done, of: trials.count))
      let record = try await self.trial(
        TrialJob(trial.id, options, work: ReloadWork(roundsPerNanosecond: 1)), by: setup.program)
      func failure(_ cause: String) -> BenchError {
        .cannotCheck(what: "\(name), counting allocations", cause: cause)
      }
      // In these two cases, the measurement failed, not the strategy.
      if record.outcome == .void { throw failure("the trial was discarded: \(record.detail).") }
      if record.outcome == .ok, record.values[GateBaseline.allocationMetric] == nil {
        throw failure("jemalloc counted nothing. Reinstall it, or use --no-allocations.")
      }
      table.add(record, places: 1, setup.registry)
      try folder.append(record)
    }
    return table
  }

  /// Runs a trial in its own process. After a crash other than a refusal, adds a backtrace to the trial's detail.
  func trial(
    _ job: TrialJob, by executable: String, usual: Duration = .seconds(120)
  ) async throws -> Trial {
    let child = child(executable, usual: usual)
    var trial = try await Self.inTemporaryFolder { try await child.trial(job, in: $0) }
    if trial.outcome == .crashed, !trial.isRefusal {
      trial.detail += try await lastWords(of: executable, job)
    }
    return trial
  }

  static func inTemporaryFolder<Value>(
    _ work: (URL) async throws -> Value
  ) async throws -> Value {
    let folder = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
  }

  /// Repeats a crashed job with backtraces, which would slow a measured trial. Returns the start of the error output.
  private func lastWords<Job: ChildJob>(of executable: String, _ job: Job) async throws -> String {
    try await Self.inTemporaryFolder { work in
      func file(_ name: String) -> URL { work.appending(path: name) }
      let shell = ChildProcess(
        executable: "/bin/sh", deadline: .seconds(60), memoryLimitBytes: setup.memoryLimitBytes)
      _ = try await shell.run(
        job, in: work,
        environment: [
          "SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,threads=crashed,registers=none,"
            + "images=none,limit=12,top=0"
        ], behind: ["-c", "exec \"$@\" 2>'\(file("words").path)'", "sh", executable])
      guard let words = FileHandle(forReadingAtPath: file("words").path) else { return "" }
      // Removes headings and addresses, so that equal crashes have equal texts.
      return String(decoding: try words.read(upToCount: 1 << 14) ?? Data(), as: UTF8.self)
        .split(separator: "\n").filter {
          !$0.contains(/^\*\*\*|^(Platform|Thread|Backtrace) ?\w*:? |\[thunk\]|^\.\.\./)
        }
        .prefix(20).map { "\n" + $0.replacing(#/^\s*\d+ .*0x\w+ /#, with: "  ").prefix(200) }
        .joined()
    }
  }
}

extension Trial {
  /// Whether the build exited with 64 because it does not know the strategy, workload or job (Results/README.md).
  var isRefusal: Bool { outcome == .crashed && detail == "exited with code 64" }
}
