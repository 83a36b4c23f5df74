import BenchHarness
import BenchMath
import Foundation

/// Everything that decides a paired check except its trials, as written to `settings.json`.
struct PairedSettings: Encodable, Sendable {
  /// A combination that is not compared, because one side lacks it or a trial failed.
  struct MissingCell: Encodable {
    var cell: Cell
    var verdict: Verdict
    var reason: String

    init(_ cell: Cell, lackedBy side: TrialPlace.Side) {
      (self.cell, verdict) = (cell, side == .base ? .pass : .regressed)
      reason = side == .base ? GateSentences.isNew("") : GateSentences.isGone("", from: "base")
    }

    /// Nil for a trial without a fault, or with only known violations.
    init?(_ trial: Trial, _ registry: Registry) {
      guard let fault = Fault(trial, registry), fault.verdict != .pass, let place = trial.place
      else { return nil }
      let side = place.runsCandidate ? "candidate" : "base"
      (cell, verdict) = (trial.cell, place.runsCandidate ? fault.verdict : .failed)
      reason = "the \(side), \(place.phase.rawValue), block \(trial.number): \(fault.text)"
    }
  }

  var schema = ResultsTables.schemaVersion
  var suite: PairedSuite
  var isQuick = false
  var base: String, candidate: String
  /// Strategies that now deliver differently, according to the exact check.
  var deliversDifferently: Set<String> = []
  var accepted: Set<Cell> = []
  var missing: [MissingCell] = []
  var work: ReloadWork

  var cells: [Cell] { isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells }
  var comparedCells: [Cell] { cells.filter { !isMissing($0) } }

  func isMissing(_ cell: Cell) -> Bool { missing.contains { $0.cell == cell } }
}

/// The order of the trials, round by round: a round holds a block of each cell of each phase, shuffled, so that all of
/// them see the same drift of the machine. The side that begins and ends a block is random.
struct PairedPlan {
  /// Each block is either base, candidate, candidate, base; or candidate, base, base, candidate.
  let trials: [Trial.ID]

  init(_ cells: [(phase: TrialPlace.Phase, cells: [Cell], blocks: Int)], seed: UInt64) {
    // Gives the confirmation different arrival times from the screen's.
    let number = cells.first.flatMap { TrialPlace.Phase.allCases.firstIndex(of: $0.phase) } ?? 0
    var generator = SeededGenerator(seed: seed &+ UInt64(number) << 32)
    let rounds = cells.map(\.blocks).max() ?? 0
    trials = (0..<rounds).flatMap { round in
      let seed = generator.next() >> 16
      let all = cells.filter { round < $0.blocks }
        .flatMap { group in group.cells.map { (group.phase, $0) } }
      return all.shuffled(using: &generator).flatMap { phase, cell in
        let order: [TrialPlace.Side] =
          generator.next() % 2 == 0
          ? [.base, .candidate, .candidate, .base] : [.candidate, .base, .base, .candidate]
        return order.enumerated().map { index, side in
          var id = Trial.ID(cell, number: round + 1, seed: seed, time: .real)
          id.place = TrialPlace(phase, position: index + 1, side)
          return id
        }
      }
    }
  }

  /// Base against the candidate and base against itself, for every cell, in the same rounds.
  static func screening(_ settings: PairedSettings, _: [Trial]) -> PairedPlan {
    let suite = settings.suite
    return PairedPlan(
      [.screen, .nullScreen].map { ($0, settings.comparedCells, suite.screenBlocks) },
      seed: suite.seed)
  }

  /// Plans fresh blocks of the cells that each screen in `trials` picks; the same rounds compare base with itself.
  static func confirming(_ settings: PairedSettings, _ trials: [Trial]) -> PairedPlan {
    let (suite, blocks) = (settings.suite, PairedBlocks(settings, trials))
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    return PairedPlan(
      [(.confirm, flagged), (.floor, flagged), (.nullConfirm, unsteady)]
        .map { ($0, $1, suite.confirmBlocks) }, seed: suite.seed)
  }
}

/// Runs the paired check: two builds of `bench`, one trial at a time, each in a child process.
package struct PairedRun: Sendable {
  /// The maximum number of tries if producers are late. More than in `bench run`, because a block needs all four of its
  /// trials, and half of the trials are late while the machine compiles something.
  private static let attempts = 10

  private let gate: Gate
  private let settings: PairedSettings
  private let header: RunHeader

  /// Must run on the main thread, whose wake-ups it measures. `changed` names strategies that now deliver differently.
  package init(
    _ suite: PairedSuite, isQuick: Bool, _ gate: Gate, against base: String, changed: Set<String>,
    accepted: [Accepted]
  ) throws {
    let settings = PairedSettings(
      suite: suite, isQuick: isQuick, base: base, candidate: gate.candidate,
      deliversDifferently: changed, accepted: Set(accepted.filter { $0.isValid() }.map(\.cell)),
      work: .calibrated())
    var header = RunHeader(
      RunSettings(strategies: [], workloads: [], seed: suite.seed, costs: suite.costs),
      time: .real, command: CommandLine.arguments)
    header.testMachine(settings.work)
    self.init(settings, header, gate)
  }

  init(_ settings: PairedSettings, _ header: RunHeader, _ gate: Gate) {
    (self.settings, self.header, self.gate) = (settings, header, gate)
  }

  /// Screens every cell and measures the most suspicious ones again. Writes each trial as it ends, and the verdicts
  /// at the end. Once a trial of a cell fails, the cell's remaining trials are skipped.
  /// - Throws: ``BenchError``, `CancellationError`; the folder keeps the trials measured so far.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    try settings.suite.check()
    try begin()
    let deadlines = try deadlines()
    func once(_ id: Trial.ID) async throws -> Trial {
      var options = RunOptions()
      options.costs = settings.suite.costs
      // Not pinned: without pinning, CPU time was as steady, and fewer producers were late on a busy machine.
      var trial = try await gate.trial(
        TrialJob(id, options, work: settings.work),
        ChildProcess(
          executable: id.place?.runsCandidate == true ? settings.candidate : settings.base,
          deadline: deadlines[id.cell] ?? .seconds(60), memoryLimitBytes: gate.memoryLimitBytes))
      // Older builds do not send `place` back.
      (trial.id, trial.latencies) = (id, [])
      return trial
    }
    var known = settings
    known.missing = try await missing(once)
    try write(known)

    var trials: [Trial] = []
    let start = ContinuousClock.now
    var (done, total) = (0, 0)
    for plan in [PairedPlan.screening, PairedPlan.confirming] {
      let planned = plan(known, trials).trials
      total += planned.count
      for id in planned {
        let what = "\(id.place?.phase.rawValue ?? ""): \(id.cell.text)"
        onAdvance(Advance(what, done: done, of: total, since: start))
        done += 1
        for _ in 0..<Self.attempts where !known.isMissing(id.cell) {
          let trial = try await once(id)
          trials.append(trial)
          try append(trial)
          if let failure = PairedSettings.MissingCell(trial, gate.registry) {
            known.missing.append(failure)
            try write(known)
          }
          if trial.outcome != .void { break }
        }
      }
    }
    let findings = PairedJudgement(known, trials).findings()
    try write(findings)
    return CheckResult(paired: findings)
  }

  /// The deadline of each cell's trials: the user's, or one that is longer than any correct strategy needs.
  private func deadlines() throws -> [Cell: Duration] {
    try settings.cells.filter { $0.isKnown(gate.registry) }.reduce(into: [:]) {
      let plan = try settings.suite.plan(of: $1, gate.registry)
      $0[$1] = gate.deadline ?? plan.deadline
    }
  }

  /// Runs each cell once on base and, unless that fails, once on the candidate, to warm up and to find cells that fail
  /// or are missing.
  private func missing(
    _ run: (Trial.ID) async throws -> Trial
  ) async throws -> [PairedSettings.MissingCell] {
    var missing: [PairedSettings.MissingCell] = []
    for first in PairedPlan([(.screen, settings.cells, 1)], seed: settings.suite.seed).trials
    where first.place?.position == 1 {
      var id = first
      id.place?.side = .base
      let (base, isKnown) = (try await run(id), id.cell.isKnown(gate.registry))
      if base.isRefusal, !isKnown {
        _ = try Selection.one(id.strategy, from: gate.registry.strategies)
        _ = try Selection.one(id.workload, from: gate.registry.workloads)
      }
      id.place?.side = .candidate
      let last = !base.outcome.isFailure && isKnown ? try await run(id) : base
      if last.isRefusal || !isKnown {
        missing.append(.init(id.cell, lackedBy: base.isRefusal ? .base : .candidate))
      } else if let failure = PairedSettings.MissingCell(last, gate.registry) {
        try append(last)
        missing.append(failure)
      }
    }
    return missing
  }
}

/// The files: `environment.json`, `settings.json`, `paired.csv` (extended after each trial), and last `gate-cells.csv`.
extension PairedRun {
  private var trialsFile: URL { gate.folder.appendingPathComponent("paired.csv") }
  private var metrics: [String] { settings.suite.metrics.map(\.name) }

  private func begin() throws {
    try FileManager.makeFolder(gate.folder)
    let keys = ["phase", "strategy", "workload", "block", "position", "side", "seed", "outcome"]
    // Written first: it marks the folder as a gate's, so that the next gate may delete a gate's files in it.
    try CSVText.row(["schema"] + keys + ["detail"] + metrics).write(whole: trialsFile)
    try write(settings)
    try header.json().write(whole: gate.folder.appendingPathComponent("environment.json"))
  }

  private func write(_ settings: PairedSettings) throws {
    try String.json(settings).write(whole: gate.folder.appendingPathComponent("settings.json"))
  }

  private func append(_ trial: Trial) throws {
    let line = CSVText.row(
      [
        "\(ResultsTables.schemaVersion)", trial.place?.phase.rawValue ?? "", trial.strategy,
        trial.workload, "\(trial.number)", trial.place.map { "\($0.position)" } ?? "",
        trial.place?.side.rawValue ?? "", "\(trial.seed)", trial.outcome.rawValue, trial.detail,
      ] + metrics.map { CSVText.number(trial.values[$0]) })
    try BenchError.writing(trialsFile.path) { try Data(line.utf8).append(to: trialsFile) }
  }

  private func write(_ findings: [GateFinding]) throws {
    try ResultsTables.csv(
      "schema,suite,half,strategy,workload,metric,unit,estimate,low,high,floor,tolerance,"
        + "verdict",
      findings.map {
        [settings.isQuick ? "quick" : "full", "paired", $0.cell.strategy, $0.cell.workload]
          + [$0.metric ?? "", $0.metric.flatMap { [Metric].named($0)?.unit } ?? ""]
          + [$0.estimate, $0.low, $0.high, $0.floor, $0.tolerance].map(CSVText.number)
          + [$0.verdict.rawValue]
      }
    ).write(whole: gate.folder.appendingPathComponent("gate-cells.csv"))
  }
}
