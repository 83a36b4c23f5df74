import BenchHarness
import Foundation

/// Runs the paired check: two builds of `bench`, a trial at a time, each a child process.
///
/// Whatever a trial's process leaves running is ended, and every other child of this process is
/// taken for that: start none meanwhile.
package struct PairedRun: Sendable {
  private let settings: PairedSettings
  private let folder: PairedFolder
  private let registry: Registry
  private let effect: Effect?
  private let deadline: Duration?
  /// Where the run is made, and what may distort it.
  private let header: RunHeader

  /// Tests the machine, which takes the main thread. The candidate is made worse by `effect`, if any. A trial
  /// is ended at `deadline`; without one, after longer than any correct strategy needs.
  package init(
    _ settings: PairedSettings, folder: URL, _ registry: Registry, effect: Effect?,
    deadline: Duration?
  ) throws {
    var header = RunHeader(
      RunSettings(
        strategies: [], workloads: [], seed: settings.suite.seed, costs: settings.suite.costs),
      time: .real, command: CommandLine.arguments)
    header.work = settings.work
    header.take(try SelfTest.run(work: settings.work))
    self.header = header
    self.settings = settings
    self.folder = PairedFolder(folder)
    self.registry = registry
    self.effect = effect
    self.deadline = deadline
  }

  /// Screens every cell, measures again what was flagged, and writes each trial as it ends; in the end
  /// the verdicts, too.
  /// - Throws: ``BenchError``, naming the side, where a trial of either side fails; what was
  ///   measured before is in the folder. `CancellationError` likewise.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> [PairedVerdict] {
    try settings.suite.check(registry)
    try Self.checkExecutable(settings.base, .base)
    try Self.checkExecutable(settings.candidate, .candidate)
    try folder.begin(settings)
    // After that, for a folder that has it and no evidence is somebody else's to the next gate.
    try folder.write(header)
    let temporary = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    Orphans.adopt()
    let bench = try PairedBench(settings, registry, folder: temporary, deadline: deadline)
    var evidence = PairedEvidence(settings: settings, trials: [])
    evidence.settings.missing = try await missing(bench)
    try folder.write(evidence.settings)
    var clock = PairedClock()
    for plan in [PairedPlan.screening, PairedPlan.confirming] {
      try await run(plan(evidence), bench, &evidence, &clock, onAdvance)
    }
    let verdicts = PairedJudgement(evidence).verdicts()
    try folder.write(verdicts, of: evidence.settings)
    return verdicts
  }

  private func run(
    _ plan: PairedPlan, _ bench: PairedBench, _ evidence: inout PairedEvidence,
    _ clock: inout PairedClock, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws {
    clock.total += plan.blocks.count * 4
    for block in plan.blocks {
      for (position, side) in block.order.enumerated() {
        onAdvance(clock.begin(block))
        let effect = side == .candidate && !block.phase.isNull ? effect : nil
        try await bench.run(block, position: position + 1, side, effect: effect) { trial in
          evidence.trials.append(trial)
          try folder.append(trial, evidence.settings)
        }
      }
    }
  }

  /// Tries each cell once on both sides: warms up, and finds what one side does not have.
  private func missing(_ bench: PairedBench) async throws -> [PairedSettings.MissingCell] {
    var missing: [PairedSettings.MissingCell] = []
    let plan = PairedPlan([(.screen, settings.cells, 1)], seed: settings.suite.seed)
    for block in plan.blocks {
      for side in [PairedSide.base, .candidate] {
        let trial = try await bench.trial(block, position: 1, side)
        if trial.detail == PairedBench.refusal {
          missing.append(PairedSettings.MissingCell(cell: block.cell, side: side))
          break
        }
        guard !trial.outcome.isFailure else {
          try folder.append(trial, settings)
          throw trial.failure
        }
      }
    }
    guard missing.count < settings.cells.count else {
      throw BenchError.cannotCheck(
        what: "\(settings.base) against \(settings.candidate)",
        cause: "the \(missing[0].side.rawValue) knows no cell of the suite, or is not a bench.")
    }
    return missing
  }

  static func checkExecutable(_ path: String, _ side: PairedSide) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isThere || isFolder.boolValue || !FileManager.default.isExecutableFile(atPath: path)
    else { return }
    throw BenchError.cannotStart(
      path: path,
      cause: (isThere ? "it is not an executable file" : "there is no such file")
        + ". Build the \(side.rawValue)'s bench first: swift build -c release --product bench.")
  }
}

/// Counts trials.
private struct PairedClock {
  private let start = ContinuousClock.now
  private var done = 0
  var total = 0

  mutating func begin(_ block: PairedPlan.Block) -> Advance {
    defer { done += 1 }
    return Advance(
      "\(block.phase.rawValue): \(block.cell.text)", done: done, of: total, since: start)
  }
}

/// Runs single trials of either build.
private struct PairedBench {
  /// What a build says of a cell that it does not know: exit code 64 (Results/README.md).
  static let refusal = "exited with code 64"
  /// How often a trial whose load generator was too late is repeated. More often than in a run, for a
  /// block without all four trials is lost, and on a machine that builds beside it half are late.
  private static let attempts = 10

  private let settings: PairedSettings
  private let deadline: Duration?
  private let folder: URL
  private var cells: [Cell: (id: Trial.ID, deadline: Duration)] = [:]

  init(
    _ settings: PairedSettings, _ registry: Registry, folder: URL, deadline: Duration?
  ) throws {
    (self.settings, self.deadline, self.folder) = (settings, deadline, folder)
    let suite = settings.suite
    for cell in settings.cells {
      let (strategy, workload) = try suite.selections(cell, registry)
      let plan = try workload.entry.plan(
        values: workload.values, costs: suite.costs, seed: suite.seed)
      cells[cell] = (
        Trial.ID(Cell(strategy.key, workload.key), number: 1, seed: suite.seed, time: .real),
        plan.deadline
      )
    }
  }

  /// Runs a trial, and again while its load generator was too late; `record` is handed each.
  func run(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide, effect: Effect?,
    record: (PairedTrial) throws -> Void
  ) async throws {
    for _ in 0..<Self.attempts {
      let trial = try await trial(block, position: position, side, effect: effect)
      try record(trial)
      guard !trial.outcome.isFailure else { throw trial.failure }
      if trial.outcome != .void { return }
    }
  }

  /// Runs one trial; what becomes of it is in its outcome.
  func trial(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide, effect: Effect? = nil
  ) async throws -> PairedTrial {
    guard let (cell, usual) = cells[block.cell] else {
      preconditionFailure("A plan holds the cells of its settings only.")
    }
    var id = cell
    (id.number, id.seed) = (block.number, block.seed)
    var options = RunOptions()
    (options.costs, options.effect) = (settings.suite.costs, effect)
    // Not pinned: CPU time was as steady without, and fewer producers were late on a busy machine.
    let trial = try await ChildTrial(
      executable: side == .candidate && !block.phase.isNull ? settings.candidate : settings.base,
      folder: folder, deadline: deadline ?? usual, memoryLimitBytes: 4 << 30
    ).run(TrialJob(id, options, work: settings.work))
    let metrics = Set(settings.suite.metrics.map(\.name))
    return PairedTrial(
      phase: block.phase, cell: block.cell, block: block.number, position: position, side: side,
      seed: block.seed, outcome: trial.outcome, detail: trial.detail,
      values: trial.values.filter { metrics.contains($0.key) })
  }
}
