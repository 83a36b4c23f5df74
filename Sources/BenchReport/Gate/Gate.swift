import BenchHarness
import Foundation

/// A gate whose checks run children, and keep the evidence in a folder. The exact check is here: the suite in
/// virtual time in a child process, and a trial of its own for each cell that counts allocations.
package struct Gate: Sendable {
  let registry: Registry
  /// The build that is judged, whose hidden commands run the children: this one.
  let candidate: String
  /// The build to compare it with; nil for none.
  let base: String?
  /// Where the evidence is kept.
  let folder: URL
  /// When a child is ended; nil for as long as each takes that works.
  let deadline: Duration?
  let memoryLimitBytes: UInt64

  /// What the allocation pass finds.
  static let allocationMetric = "allocations_per_update"
  /// What the exact check is asked for lies here in the evidence, before anything else.
  static let exactRequest = "exact-request.json"
  /// Where the figures of the build that is judged lie in the evidence.
  static let candidateFolder = "candidate"

  /// The files by which evidence of the gate is known; the others can be anybody's by name.
  static let evidence = [
    "exact-request.json", "exact-records.jsonl", "paired.csv", "instructions-base.csv",
    "instructions-candidate.csv",
  ]

  package init(
    _ registry: Registry, candidate: String, base: String?, folder: URL, deadline: Duration?,
    memoryLimitBytes: UInt64
  ) {
    (self.registry, self.candidate, self.base) = (registry, candidate, base)
    (self.folder, self.deadline) = (folder, deadline)
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Removes what an earlier run of the gate left in `folder`, so that nothing is judged that is of
  /// another run. Files of those names in a folder that holds no evidence are somebody else's.
  package static func clear(_ folder: URL) throws {
    func found(_ names: [String]) -> [URL] {
      names.map { folder.appendingPathComponent($0) }
        .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
    let evidence = found(Self.evidence)
    let others = found([
      "baseline", candidateFolder, "settings.json", "gate-cells.csv", "environment.json",
    ])
    if evidence.isEmpty, let own = others.first {
      throw BenchError.badResults(
        file: folder.relativePath, line: nil,
        cause:
          "it holds \(own.lastPathComponent), which this would overwrite, and no evidence of a "
          + "gate. Give another folder.")
    }
    for file in evidence + others {
      try BenchError.writing(file.path) { try FileManager.default.removeItem(at: file) }
    }
  }

  /// Runs the exact check, and the trials that count allocations where they can be counted.
  /// - Returns: what would be the baseline of this program.
  /// - Throws: ``BenchError``; a crash or hang names its cell.
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

  /// When virtual time, or a trial that counts allocations, is ended.
  private var exactDeadline: Duration { deadline ?? .seconds(120) }

  private func virtualFigures(_ suite: ExactSuite) async throws -> ExactTable {
    let expected = try suite.runs(registry).flatMap { settings in
      RunPlan(settings, time: .virtual).trials.map(\.id)
    }
    let child = ChildProcess(
      executable: candidate, deadline: exactDeadline, memoryLimitBytes: memoryLimitBytes)
    let (ending, records) = try await child.run(
      ExactJob(suite: suite), request: folder.appendingPathComponent(Self.exactRequest),
      response: folder.appendingPathComponent("exact-records.jsonl"))
    var table = ExactTable(metrics: suite.metrics)
    records.forEach { table.add($0, places: 6) }
    guard case .exited(0) = ending, records.count == expected.count else {
      let culprit = records.count < expected.count ? expected[records.count] : nil
      throw BenchError.cannotCheck(
        what: culprit?.cell.text ?? "virtual time", cause: "the process \(child.words(ending)).")
    }
    return table
  }

  private func allocations(
    _ suite: AllocationSuite, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> ExactTable {
    let settings = try suite.run(registry)
    let trials = RunPlan(settings, time: .real).trials.filter { $0.id.pass == .allocations }
    let child = ChildProcess(
      executable: candidate, deadline: exactDeadline, memoryLimitBytes: memoryLimitBytes)
    var table = ExactTable(metrics: [Self.allocationMetric])
    for (done, trial) in trials.enumerated() {
      let name = trial.id.cell.text
      onAdvance(Advance("allocations: \(name)", done: done, of: trials.count))
      let record = try await child.trial(
        TrialJob(trial.id, settings.options, work: ReloadWork(roundsPerNanosecond: 1)), in: folder)
      func failure(_ cause: String) -> BenchError {
        .cannotCheck(what: "\(name), counting allocations", cause: cause)
      }
      switch record.outcome {
      // These say nothing of the strategy.
      case .crashed, .hung, .overMemory, .void:
        throw failure("the trial \(record.outcome.rawValue), \(record.detail).")
      case .ok where record.values[Self.allocationMetric] == nil:
        throw failure("jemalloc counted nothing. Fix it, or leave it out with --no-allocations.")
      case .ok, .lost, .wrongView, .leftRunning: table.add(record, places: 1)
      }
    }
    return table
  }
}

/// Runs a suite in virtual time; each trial is an answer as soon as it has ended.
package struct ExactJob: ChildJob {
  package static let name = "exact"

  let suite: ExactSuite

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Trial) throws -> Void
  ) throws {
    for settings in try suite.runs(registry) {
      _ = try VirtualRun(settings).run(onRecord: { trial in
        var trial = trial
        trial.latencies = []
        try answer(trial)
      })
    }
  }
}
