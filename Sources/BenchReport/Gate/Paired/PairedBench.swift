import BenchHarness
import Foundation

/// Runs single trials of either build.
struct PairedBench {
  private struct Timed {
    let id: Trial.ID
    let deadline: Duration
  }

  /// What a build says of a cell that it does not know: exit code 64 (Results/README.md).
  static let refusal = "exited with code 64"

  /// How often a trial whose load generator was too late is repeated. More often than in a run, for a
  /// block without all four trials is lost, and on a machine that builds beside it half are late.
  private static let attempts = 10

  private let settings: PairedSettings
  private let deadline: Duration?
  private let beforeTrial: @Sendable () -> Void
  private let folder: URL
  private var cells: [PairedCell: Timed] = [:]

  /// - Throws: ``BenchError`` for a cell that this program does not know.
  init(
    _ settings: PairedSettings, _ registry: Registry, folder: URL, deadline: Duration? = nil,
    beforeTrial: @escaping @Sendable () -> Void
  ) throws {
    self.settings = settings
    self.deadline = deadline
    self.beforeTrial = beforeTrial
    self.folder = folder
    let suite = settings.suite
    for cell in settings.cells {
      let (strategy, workload) = try suite.selections(cell, registry)
      let plan = try workload.entry.plan(
        values: workload.values, costs: suite.costs, seed: suite.seed)
      cells[cell] = Timed(
        id: Trial.ID(Cell(strategy.key, workload.key), number: 1, seed: suite.seed, time: .real),
        deadline: plan.deadline)
    }
  }

  /// Runs a trial, and again while its load generator was too late; `record` is handed each.
  /// - Throws: ``BenchError/cannotCheck(what:cause:)`` where it failed, whoever is to blame; what
  ///   `record` throws; or `CancellationError`.
  func run(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide, effect: Effect? = nil,
    record: (PairedTrial) throws -> Void
  ) async throws {
    for _ in 0..<Self.attempts {
      let trial = try await trial(block, position: position, side, effect: effect)
      try record(trial)
      guard !trial.outcome.isFailure else { throw Self.failure(trial) }
      if trial.outcome != .void { return }
    }
  }

  /// Runs one trial; what becomes of it is in its outcome.
  /// - Throws: ``BenchError/cannotStart(path:cause:)``, or `CancellationError`.
  func trial(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide, effect: Effect? = nil
  ) async throws -> PairedTrial {
    guard let cell = cells[block.cell] else {
      preconditionFailure("A plan holds the cells of its settings only.")
    }
    var id = cell.id
    id.number = block.number
    id.seed = block.seed
    var options = RunOptions()
    options.costs = settings.suite.costs
    options.effect = effect
    beforeTrial()
    // Not pinned: CPU time was as steady without, and fewer producers were late on a busy machine.
    let record = try await ChildTrial(
      executable: side == .candidate && !block.phase.isNull ? settings.candidate : settings.base,
      folder: folder, deadline: deadline ?? cell.deadline, memoryLimitBytes: 4 << 30
    ).run(TrialJob(id, options, work: settings.work))
    let metrics = Set(settings.suite.metrics.map(\.name))
    return PairedTrial(
      phase: block.phase, cell: block.cell, block: block.number, position: position, side: side,
      seed: block.seed, outcome: record.outcome, detail: record.detail,
      values: record.values.filter { metrics.contains($0.key) })
  }

  static func failure(_ trial: PairedTrial) -> BenchError {
    .cannotCheck(what: trial.text, cause: "it ended as \(trial.outcome.rawValue): \(trial.detail).")
  }
}
