import BenchHarness
import Foundation

/// Runs the checks of the gate in child processes, and keeps the evidence in a folder.
package struct Gate: Sendable {
  let registry: Registry
  /// The executable of the build to judge, which is this program.
  let candidate: String
  let base: String?
  let folder: URL
  /// The deadline of a child process; nil means the default for each kind of work.
  let deadline: Duration?
  let memoryLimitBytes: UInt64

  static let allocationMetric = "allocations_per_update"
  static let candidateFolder = "candidate"
  static let records = "exact-records.jsonl"

  package init(
    _ registry: Registry, candidate: String, base: String?, folder: URL, deadline: Duration?,
    memoryLimitBytes: UInt64
  ) {
    (self.registry, self.candidate, self.base) = (registry, candidate, base)
    (self.folder, self.deadline) = (folder, deadline)
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Runs the suite in virtual time and, if wanted and possible, its allocation suite; stores the figures. A
  /// combination that crashes, hangs or takes too much memory becomes a fault; the other strategies still run.
  package func exactFigures(
    _ suite: ExactSuite, countsAllocations: Bool, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> GateBaseline {
    onAdvance(Advance("virtual time", done: 0, of: 1))
    let exact = try await virtualFigures(suite)
    var allocations: ExactTable?
    if countsAllocations, Jemalloc.path != nil, let suite = suite.allocations {
      allocations = try await self.allocations(suite, onAdvance)
    }
    let baseline = GateBaseline(suite: suite, exact: exact, allocations: allocations)
    try baseline.write(to: folder.appendingPathComponent(Self.candidateFolder, isDirectory: true))
    return baseline
  }

  private var child: ChildProcess {
    ChildProcess(
      executable: candidate, deadline: deadline ?? .seconds(120),
      memoryLimitBytes: memoryLimitBytes)
  }

  private func virtualFigures(_ suite: ExactSuite) async throws -> ExactTable {
    var left = try suite.runs(registry).flatMap { RunPlan($0, time: .virtual).trials }.map(\.id)
    var (table, kept) = (ExactTable(metrics: suite.metrics), [Trial]())
    while !left.isEmpty {
      let job = ExactJob(suite: suite, left: left)
      let (ending, records) = try await child.run(
        job, request: folder.appendingPathComponent("exact-request.json"),
        response: folder.appendingPathComponent(Self.records))
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
        let words = try await lastWords(of: candidate, job)
        throw BenchError.cannotCheck(what: "virtual time", cause: trial.detail + words)
      case .deadline: trial.outcome = .hung
      case .memory: trial.outcome = .overMemory
      case .exited, .signaled:
        // Only the first ten crashes get a backtrace, because each takes a second.
        guard kept.count(where: { $0.outcome == .crashed }) < 10 else { break }
        trial.detail += try await lastWords(of: candidate, ExactJob(suite: suite, left: [culprit]))
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
    kept.forEach { table.add($0, places: 6, registry) }
    try Journal<Trial>(folder.appendingPathComponent(Self.records)).begin(kept)
    return table
  }

  private func allocations(
    _ suite: AllocationSuite, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> ExactTable {
    var table = ExactTable(metrics: [Self.allocationMetric])
    guard let settings = try suite.run(registry) else { return table }
    let trials = RunPlan(settings, time: .real).trials.filter { $0.id.pass == .allocations }
    for (done, trial) in trials.enumerated() {
      let name = trial.id.cell.text
      onAdvance(Advance("allocations: \(name)", done: done, of: trials.count))
      let record = try await self.trial(
        TrialJob(trial.id, settings.options, work: ReloadWork(roundsPerNanosecond: 1)), child)
      func failure(_ cause: String) -> BenchError {
        .cannotCheck(what: "\(name), counting allocations", cause: cause)
      }
      // In these two cases, the measurement failed, not the strategy.
      if record.outcome == .void { throw failure("the trial was discarded: \(record.detail).") }
      if record.outcome == .ok, record.values[Self.allocationMetric] == nil {
        throw failure("jemalloc counted nothing. Reinstall it, or use --no-allocations.")
      }
      table.add(record, places: 1, registry)
    }
    return table
  }

  /// Runs a trial in its own process. After a crash other than a refusal, adds a backtrace to the trial's detail.
  func trial(_ job: TrialJob, _ child: ChildProcess) async throws -> Trial {
    let work = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: work) }
    var trial = try await child.trial(job, in: work)
    if trial.outcome == .crashed, !trial.isRefusal {
      trial.detail += try await lastWords(of: child.executable, job)
    }
    return trial
  }

  /// Repeats a crashed job with backtraces, which would slow a measured trial. Returns the start of the error output.
  private func lastWords<Job: ChildJob>(of executable: String, _ job: Job) async throws -> String {
    let work = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: work) }
    func file(_ name: String) -> URL { work.appendingPathComponent(name) }
    _ = try await ChildProcess(
      executable: "/bin/sh", deadline: .seconds(60), memoryLimitBytes: memoryLimitBytes
    ).run(
      job, request: file("request"), response: file("response"),
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
      .prefix(20).map { "\n" + $0.replacing(#/^\s*\d+ .*0x\w+ /#, with: "  ").prefix(200) }.joined()
  }
}

/// The evidence: one folder for each run of the gate. In `Results`, the last three are kept.
extension Gate {
  /// Files that only a gate writes: any of them marks a folder as a gate's.
  static let evidence = [
    "exact-request.json", records, "paired.csv", "instructions-base.csv",
    "instructions-candidate.csv",
  ]

  /// Makes `output` and clears an older gate's files; if nil, makes a folder in `Results` and keeps only two others.
  package static func makeFolder(output: String?) throws -> URL {
    let folder = try ResultsFolder.make(output: output, name: "gate")
    try clear(folder)
    guard output == nil else { return folder }
    let results = folder.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: results.path)) ?? []
    let old = names.filter { $0.contains(/^\d{4}-\d\d-\d\dT\d{6}Z-gate(-\d+)?$/) }.sorted()
      .map { results.appendingPathComponent($0) }.filter { !found(evidence, in: $0).isEmpty }
    // Skips a folder that another gate is writing to.
    for folder in old.dropLast(2) where (try? FolderLock.hold(folder)) != nil {
      try? FileManager.default.removeItem(at: folder)
    }
    return folder
  }

  private static func found(_ names: [String], in folder: URL) -> [URL] {
    names.map { folder.appendingPathComponent($0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Deletes an earlier gate's files. Refuses a folder that has files with a gate's names but none of `evidence`.
  static func clear(_ folder: URL) throws {
    let evidence = found(evidence, in: folder)
    let others = found(
      ["baseline", candidateFolder, "settings.json", "gate-cells.csv", "environment.json"],
      in: folder)
    if evidence.isEmpty, let own = others.first {
      throw BenchError.badResults(
        file: folder.relativePath,
        cause: "it holds \(own.lastPathComponent), which this would overwrite, but no evidence "
          + "of a gate. Give another folder.")
    }
    for file in evidence + others {
      try BenchError.writing(file.path) { try FileManager.default.removeItem(at: file) }
    }
  }
}

extension Trial {
  /// Whether the build exited with 64 because it does not know the strategy, workload or job (Results/README.md).
  var isRefusal: Bool { outcome == .crashed && detail == "exited with code 64" }
}

/// Runs those trials of a suite that are in `left`, in virtual time, and reports each as it ends.
package struct ExactJob: ChildJob {
  package static let name = "exact"

  let suite: ExactSuite
  let left: [Trial.ID]

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Trial) throws -> Void
  ) throws {
    let left = Set(left)
    for settings in try suite.runs(registry) {
      _ = try VirtualRun(settings).run(
        left.contains,
        onRecord: { trial in
          var trial = trial
          trial.latencies = []
          try answer(trial)
        })
    }
  }
}
