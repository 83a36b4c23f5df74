import BenchHarness
import Foundation

/// Runs the paired check: two builds of `bench`, a trial at a time, each a child process.
///
/// Whatever a trial's process leaves running is ended, and every other child of this process is
/// taken for that: start none meanwhile.
package struct PairedRun: Sendable {
  private let gate: Gate
  private let settings: PairedSettings
  /// Where the run is made, and what may distort it.
  private let header: RunHeader

  /// Tests the machine, which takes the main thread. Strategies of `changed` deliver differently from base's.
  package init(
    _ suite: PairedSuite, isQuick: Bool, _ gate: Gate, against base: String, changed: Set<String>
  ) throws {
    let settings = PairedSettings(
      suite: suite, isQuick: isQuick, base: base, candidate: gate.candidate,
      deliversDifferently: changed, work: .calibrated())
    var header = RunHeader(
      RunSettings(strategies: [], workloads: [], seed: suite.seed, costs: suite.costs),
      time: .real, command: CommandLine.arguments)
    try header.testMachine(settings.work)
    self.init(settings, header, gate)
  }

  init(_ settings: PairedSettings, _ header: RunHeader, _ gate: Gate) {
    (self.settings, self.header, self.gate) = (settings, header, gate)
  }

  /// Screens every cell, measures again what was flagged, and writes each trial as it ends; in the end
  /// the verdicts, too.
  /// - Throws: ``BenchError``, naming the side, where a trial of either side fails; what was
  ///   measured before is in the folder. `CancellationError` likewise.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    try settings.suite.check(gate.registry)
    try PairedSide.base.checkExecutable(settings.base)
    try PairedSide.candidate.checkExecutable(settings.candidate)
    var evidence = PairedEvidence(settings: settings)
    try evidence.begin(in: gate.folder)
    // After that, for a folder that has it and no evidence is somebody else's to the next gate.
    try header.json().write(whole: gate.folder.appendingPathComponent("environment.json"))
    let temporary = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    Orphans.adopt()
    let trials = try PairedTrials(settings, gate, temporary: temporary)
    evidence.settings.missing = try await missing(trials, &evidence)
    try evidence.writeSettings(to: gate.folder)
    let start = ContinuousClock.now
    var (done, total) = (0, 0)
    for plan in [PairedPlan.screening, PairedPlan.confirming] {
      let blocks = plan(evidence).blocks
      total += blocks.count * 4
      for block in blocks {
        for (position, side) in block.order.enumerated() {
          onAdvance(
            Advance(
              "\(block.phase.rawValue): \(block.cell.text)", done: done, of: total, since: start))
          done += 1
          try await trials.run(block, position: position + 1, side) {
            try evidence.append($0, in: gate.folder)
          }
        }
      }
    }
    let verdicts = PairedJudgement(evidence).verdicts()
    try evidence.write(verdicts, to: gate.folder)
    return CheckResult(verdicts)
  }

  /// Tries each cell once on both sides: warms up, and finds what one side does not have.
  private func missing(
    _ trials: PairedTrials, _ evidence: inout PairedEvidence
  ) async throws -> [PairedSettings.MissingCell] {
    var missing: [PairedSettings.MissingCell] = []
    for block in PairedPlan([(.screen, settings.cells, 1)], seed: settings.suite.seed).blocks {
      for side in [PairedSide.base, .candidate] {
        let trial = try await trials.run(block, position: 1, side)
        if trial.detail == PairedTrials.refusal {
          missing.append(PairedSettings.MissingCell(cell: block.cell, side: side))
          break
        }
        guard !trial.outcome.isFailure else {
          try evidence.append(trial, in: gate.folder)
          throw trial.failure
        }
      }
    }
    guard missing.count < settings.cells.count else {
      throw BenchError.cannotCheck(
        what: "\(settings.base) against \(settings.candidate)",
        cause: "the \(missing[0].side.rawValue) has no combination of the suite, or is no bench.")
    }
    return missing
  }
}

/// Runs single trials of either build.
private struct PairedTrials {
  /// What a build says of a cell that it does not know: exit code 64 (Results/README.md).
  static let refusal = "exited with code 64"
  /// How often a trial is tried whose producers were too late. More often than in a run, for a
  /// block without all four trials is lost, and on a machine that builds beside it half are late.
  private static let attempts = 10

  private let settings: PairedSettings
  private let gate: Gate
  private let temporary: URL
  private let cells: [Cell: (id: Trial.ID, deadline: Duration)]

  init(_ settings: PairedSettings, _ gate: Gate, temporary: URL) throws {
    (self.settings, self.gate, self.temporary) = (settings, gate, temporary)
    let suite = settings.suite
    cells = try settings.cells.reduce(into: [:]) { cells, cell in
      let (strategy, workload) = try suite.selections(cell, gate.registry)
      let plan = try workload.entry.plan(
        values: workload.values, costs: suite.costs, seed: suite.seed)
      let id = Trial.ID(Cell(strategy.key, workload.key), number: 1, seed: suite.seed, time: .real)
      // Without a deadline of one's own: longer than any correct strategy needs.
      cells[cell] = (id, gate.deadline ?? plan.deadline)
    }
  }

  /// Runs a trial, and again while its producers were too late; `record` is handed each.
  func run(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide,
    record: (PairedTrial) throws -> Void
  ) async throws {
    for _ in 0..<Self.attempts {
      let trial = try await run(block, position: position, side)
      try record(trial)
      guard !trial.outcome.isFailure else { throw trial.failure }
      if trial.outcome != .void { return }
    }
  }

  /// Runs one trial; what becomes of it is in its outcome.
  func run(
    _ block: PairedPlan.Block, position: Int, _ side: PairedSide
  ) async throws -> PairedTrial {
    guard let (known, deadline) = cells[block.cell] else {
      preconditionFailure("A plan holds the combinations of its settings only.")
    }
    var id = known
    (id.number, id.seed) = (block.number, block.seed)
    var options = RunOptions()
    options.costs = settings.suite.costs
    // Not pinned: CPU time was as steady without, and fewer producers were late on a busy machine.
    let trial = try await ChildTrial(
      executable: side == .candidate && !block.phase.isNull ? settings.candidate : settings.base,
      folder: temporary, deadline: deadline, memoryLimitBytes: gate.memoryLimitBytes
    ).run(TrialJob(id, options, work: settings.work))
    let metrics = Set(settings.suite.metrics.map(\.name))
    return PairedTrial(
      phase: block.phase, cell: block.cell, block: block.number, position: position, side: side,
      seed: block.seed, outcome: trial.outcome, detail: trial.detail,
      values: trial.values.filter { metrics.contains($0.key) })
  }
}
