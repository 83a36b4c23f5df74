import BenchHarness
import Foundation

/// Runs what the gate compares for equality, and keeps the evidence in a folder: the suite in virtual
/// time in a child process, and a trial of its own for each cell that counts allocations.
package struct Gate: Sendable {
  private let suite: ExactSuite
  private let registry: Registry
  private let executable: String
  private let folder: URL
  private let deadline: Duration
  private let memoryLimitBytes: UInt64

  /// What the allocation pass finds.
  static let allocationMetric = "allocations_per_update"

  /// - Parameters:
  ///   - suite: what to run.
  ///   - registry: what this program has registered.
  ///   - executable: the program whose hidden commands run the children: this one.
  ///   - folder: where the evidence is kept.
  ///   - deadline: when virtual time, or a trial that counts allocations, is ended.
  ///   - memoryLimitBytes: how much memory each child may take.
  package init(
    _ suite: ExactSuite, _ registry: Registry, executable: String, folder: URL,
    deadline: Duration, memoryLimitBytes: UInt64
  ) {
    self.suite = suite
    self.registry = registry
    self.executable = executable
    self.folder = folder
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Removes what an earlier run of the gate left in `folder`, so that nothing is judged that is of
  /// another run. Files of those names in a folder that holds no evidence are somebody else's.
  package static func clear(_ folder: URL) throws {
    func found(_ names: [String]) -> [URL] {
      names.map { folder.appendingPathComponent($0) }
        .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
    let evidence = found(FolderClaim.evidence)
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

  /// What the exact check is asked for lies here in the evidence, before anything else.
  package static let exactRequest = "exact-request.json"
  /// Where the figures of the build that is judged lie in the evidence.
  package static let candidateFolder = "candidate"

  /// Runs the exact check, and the trials that count allocations where they can be counted.
  /// - Parameters:
  ///   - countsAllocations: whether to run those at all.
  ///   - onAdvance: is told how far it is.
  /// - Returns: what would be the baseline of this program.
  /// - Throws: ``BenchError``; a crash or hang names its cell.
  package func exactFigures(
    countsAllocations: Bool, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> GateBaseline {
    onAdvance(Advance("virtual time", done: 0, of: 1))
    let exact = try await figures()
    var allocations: ExactTable?
    if countsAllocations, Jemalloc.path != nil, let suite = suite.allocations {
      allocations = try await self.allocations(suite, onAdvance)
    }
    let baseline = GateBaseline(suite: suite, exact: exact, allocations: allocations)
    try baseline.write(to: folder.appendingPathComponent(Self.candidateFolder, isDirectory: true))
    return baseline
  }

  /// - Throws: ``BenchError``; a crash or hang names its cell.
  private func figures() async throws -> ExactTable {
    let expected = try suite.runs(registry).flatMap { settings in
      RunPlan(settings, time: .virtual).trials.map(\.id)
    }
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let (ending, records) = try await child.run(
      ExactJob(suite: suite), request: folder.appendingPathComponent(Self.exactRequest),
      response: folder.appendingPathComponent("exact-records.jsonl"))
    let hasEnded = if case .status(.exited(0)) = ending { true } else { false }
    var table = ExactTable(metrics: suite.metrics)
    records.forEach { table.add($0, places: 6) }
    guard hasEnded, records.count == expected.count else {
      let culprit = records.count < expected.count ? expected[records.count] : nil
      throw BenchError.cannotCheck(
        what: culprit?.cell.text ?? "virtual time",
        cause: "the process \(child.words(ending)).")
    }
    return table
  }

  /// The trials that count allocations.
  /// - Throws: ``BenchError``; a crash or hang names its cell.
  private func allocations(
    _ suite: AllocationSuite, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws -> ExactTable {
    let settings = try suite.run(registry)
    let trials = RunPlan(settings, time: .real).trials.filter { $0.id.pass == .allocations }
    let child = ChildTrial(
      executable: executable, folder: folder, deadline: deadline,
      memoryLimitBytes: memoryLimitBytes)
    var table = ExactTable(metrics: [Self.allocationMetric])
    for (done, trial) in trials.enumerated() {
      let name = trial.id.cell.text
      onAdvance(Advance("allocations: \(name)", done: done, of: trials.count))
      let record = try await child.run(
        TrialJob(
          trial.id, settings.options, work: ReloadWork(roundsPerNanosecond: 1)))
      guard record.outcome.isVerdict else {
        throw BenchError.cannotCheck(
          what: "\(name), counting allocations",
          cause: "the trial \(record.outcome.rawValue), \(record.detail).")
      }
      guard record.outcome != .ok || record.values[Self.allocationMetric] != nil else {
        throw BenchError.cannotCheck(
          what: "\(name), counting allocations",
          cause: "jemalloc counted nothing. Fix it, or leave it out with --no-allocations.")
      }
      table.add(record, places: 1)
    }
    return table
  }
}

extension Outcome {
  /// Whether the trial came to its end, well or not, and so says something of the strategy.
  fileprivate var isVerdict: Bool {
    switch self {
    case .ok, .lost, .wrongView, .leftRunning: true
    case .crashed, .hung, .overMemory, .void: false
    }
  }
}
