import BenchHarness
import Foundation

/// Runs the paired check: two builds of `bench`, a trial at a time, each a child process.
///
/// Whatever a trial's process leaves running is ended, and every other child of this process is
/// taken for that: start none meanwhile.
package struct PairedRun: Sendable {
  let settings: PairedSettings
  let folder: PairedFolder
  private let registry: Registry
  private let effect: Effect?
  private let deadline: Duration?

  package init(
    _ settings: PairedSettings, folder: PairedFolder, _ registry: Registry,
    effect: Effect? = nil, deadline: Duration? = nil
  ) {
    self.settings = settings
    self.folder = folder
    self.registry = registry
    self.effect = effect
    self.deadline = deadline
  }

  /// Screens every cell, measures again what was flagged, and writes each trial as it ends.
  /// - Parameters:
  ///   - environment: where the run is made, to lie beside its trials; nil for nothing.
  ///   - onAdvance: is told how far it is.
  /// - Returns: the evidence; ``PairedJudgement`` says what follows from it.
  /// - Throws: ``BenchError``, naming the side, where a trial of either side fails; what was
  ///   measured before is in the folder. `CancellationError` likewise.
  package func run(
    environment: RunHeader? = nil, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> PairedEvidence {
    try settings.suite.check(registry)
    try Self.checkExecutable(settings.base, .base)
    try Self.checkExecutable(settings.candidate, .candidate)
    try folder.begin(settings)
    // After that, for a folder that has it and no evidence is somebody else's to the next gate.
    if let environment { try folder.write(environment) }
    let temporary = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    Orphans.adopt()
    let bench = try PairedBench(
      settings, registry, folder: temporary, deadline: deadline)
    var evidence = PairedEvidence(settings: settings, trials: [])
    evidence.settings.missing = try await missing(bench)
    try folder.write(evidence.settings)
    var clock = PairedClock()
    for plan in [Self.screening, Self.confirming] {
      try await run(plan(evidence), bench, &evidence, &clock, onAdvance)
    }
    return evidence
  }

  /// Every cell against the candidate, and against itself, in the same rounds.
  fileprivate static func screening(_ evidence: PairedEvidence) -> PairedPlan {
    let settings = evidence.settings
    let cells = settings.comparedCells
    let blocks = settings.suite.screenBlocks
    return PairedPlan(
      [(.screen, cells, blocks), (.nullScreen, cells, blocks)], seed: settings.suite.seed)
  }

  /// Fresh blocks of what either screen flagged, and the noise of what the first did.
  fileprivate static func confirming(_ evidence: PairedEvidence) -> PairedPlan {
    let blocks = PairedBlocks(evidence)
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    let suite = evidence.settings.suite
    return PairedPlan(
      [
        (.confirm, flagged, suite.confirmBlocks), (.floor, flagged, suite.confirmBlocks),
        (.nullConfirm, unsteady, suite.confirmBlocks),
      ], seed: suite.seed)
  }

  private func run(
    _ plan: PairedPlan, _ bench: PairedBench, _ evidence: inout PairedEvidence,
    _ clock: inout PairedClock, _ onAdvance: @Sendable (Advance) -> Void
  ) async throws {
    clock.expect(plan.blocks.count * 4)
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
          throw PairedBench.failure(trial)
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

extension PairedEvidence {
  /// A trial that was planned and has no row: with rows removed, a regression could pass. Nil for none.
  var gone: PairedTrial.Place? {
    let present = Set(trials.map(\.place))
    let planned = [PairedRun.screening(self), PairedRun.confirming(self)].flatMap(\.blocks)
    return planned.lazy.flatMap { block in
      block.order.indices.map {
        PairedTrial.Place(
          phase: block.phase, cell: block.cell, block: block.number, position: $0 + 1)
      }
    }.first { !present.contains($0) }
  }
}

/// Counts the trials of the paired check.
private struct PairedClock {
  private let start = ContinuousClock.now
  private var done = 0
  private var total = 0

  /// So many trials more will come.
  mutating func expect(_ trials: Int) { total += trials }

  /// The next trial begins.
  mutating func begin(_ block: PairedPlan.Block) -> Advance {
    defer { done += 1 }
    return Advance(
      "\(block.phase.rawValue): \(block.cell.text)", done: done, of: total, since: start)
  }
}
