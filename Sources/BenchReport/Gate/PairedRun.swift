import BenchHarness
import Foundation

/// All that a verdict of the paired check depends on besides its trials: `settings.json`.
struct PairedSettings: Encodable, Sendable {
  /// A combination that is not compared: a side does not have it, or a trial failed.
  struct MissingCell: Encodable {
    var cell: Cell
    var verdict: Verdict
    var reason: String

    init(_ cell: Cell, lackedBy side: TrialPlace.Side) {
      (self.cell, verdict) = (cell, side == .base ? .pass : .regressed)
      let gone = GateSentences.isGone("", from: "base")
      reason = side == .base ? GateSentences.isNew("") : gone
    }

    /// A failed trial; nil if it did not.
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
  /// Names of the strategies that deliver differently now, as the exact check found.
  var deliversDifferently: Set<String> = []
  /// Combinations that may have got worse in some figure.
  var accepted: Set<Cell> = []
  var missing: [MissingCell] = []
  /// The calibrated work that all trials share.
  var work: ReloadWork

  var cells: [Cell] { isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells }

  var comparedCells: [Cell] { cells.filter { cell in !missing.contains { $0.cell == cell } } }
}

/// Runs the paired check: two builds of `bench`, a trial at a time, each a child process.
///
/// What a trial's process leaves running in its process group is ended with it.
package struct PairedRun: Sendable {
  /// How often a trial is tried whose producers were too late. More often than in a run, because a
  /// block without all four trials is lost, and on a machine that builds beside it half are late.
  private static let attempts = 10

  private let gate: Gate
  private let settings: PairedSettings
  private let header: RunHeader

  /// Tests the machine, which takes the main thread. Strategies of `changed` deliver differently from base's.
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

  /// Screens every cell, measures again what was flagged, and writes each trial as it ends; in the end
  /// the verdicts, too. A cell in which a trial fails is left out from there on.
  /// - Throws: ``BenchError``; what was measured before is in the folder. `CancellationError` likewise.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> CheckResult {
    try settings.suite.check()
    let journal = try PairedJournal(settings, in: gate.folder)
    try header.json().write(whole: gate.folder.appendingPathComponent("environment.json"))
    let deadlines = try deadlines()
    func once(_ id: Trial.ID) async throws -> Trial {
      var options = RunOptions()
      options.costs = settings.suite.costs
      // Not pinned: CPU time was as steady without, and fewer producers were late on a busy machine.
      var trial = try await gate.trial(
        TrialJob(id, options, work: settings.work),
        ChildProcess(
          executable: id.place?.runsCandidate == true ? settings.candidate : settings.base,
          deadline: deadlines[id.cell] ?? .seconds(60), memoryLimitBytes: gate.memoryLimitBytes))
      // An older build does not know of places.
      (trial.id, trial.latencies) = (id, [])
      return trial
    }
    var known = settings
    known.missing = try await missing(journal, once)
    try journal.write(known)

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
        for _ in 0..<Self.attempts where !known.missing.contains(where: { $0.cell == id.cell }) {
          let trial = try await once(id)
          trials.append(trial)
          try journal.append(trial)
          if let failure = PairedSettings.MissingCell(trial, gate.registry) {
            known.missing.append(failure)
            try journal.write(known)
          }
          if trial.outcome != .void { break }
        }
      }
    }
    let findings = PairedJudgement(known, trials).findings()
    try journal.write(findings, isQuick: settings.isQuick)
    return CheckResult(paired: findings)
  }

  /// When a trial of each cell is ended, without a deadline of one's own: longer than any correct strategy
  /// needs.
  private func deadlines() throws -> [Cell: Duration] {
    let suite = settings.suite
    return try settings.cells.filter { $0.isKnown(gate.registry) }.reduce(into: [:]) {
      deadlines, cell in
      let workload = try Selection.one(cell.workload, from: gate.registry.workloads)
      let plan = try workload.entry.plan(
        values: workload.values, costs: suite.costs, seed: suite.seed)
      deadlines[cell] = gate.deadline ?? plan.deadline
    }
  }

  /// Tries each cell once on both sides: warms up, and finds what one side does not have.
  private func missing(
    _ journal: PairedJournal, _ run: (Trial.ID) async throws -> Trial
  ) async throws -> [PairedSettings.MissingCell] {
    var missing: [PairedSettings.MissingCell] = []
    for first in PairedPlan([(.screen, settings.cells, 1)], seed: settings.suite.seed).trials
    where first.place?.position == 1 {
      var id = first
      func trial(_ side: TrialPlace.Side) async throws -> Trial {
        id.place?.side = side
        return try await run(id)
      }
      let (base, isKnown) = (try await trial(.base), id.cell.isKnown(gate.registry))
      if base.isRefusal, !isKnown {
        _ = try Selection.one(id.strategy, from: gate.registry.strategies)
        _ = try Selection.one(id.workload, from: gate.registry.workloads)
      }
      let last = !base.outcome.isFailure && isKnown ? try await trial(.candidate) : base
      if last.isRefusal || !isKnown {
        missing.append(.init(id.cell, lackedBy: base.isRefusal ? .base : .candidate))
      } else if let failure = PairedSettings.MissingCell(last, gate.registry) {
        try journal.append(last)
        missing.append(failure)
      }
    }
    return missing
  }
}

/// The files of a paired check: `settings.json`, `paired.csv` with each trial as it ends, and, once there are
/// verdicts, `gate-cells.csv`.
struct PairedJournal {
  private let folder: URL
  private let metrics: [String]
  private var file: URL { folder.appendingPathComponent("paired.csv") }

  /// Begins in `folder`, which is made where it is missing.
  init(_ settings: PairedSettings, in folder: URL) throws {
    (self.folder, metrics) = (folder, settings.suite.metrics.map(\.name))
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let keys = ["phase", "strategy", "workload", "block", "position", "side", "seed", "outcome"]
    // First: by this file, the next gate knows a folder that it may empty.
    try CSVText.row(["schema"] + keys + ["detail"] + metrics).write(whole: file)
    try write(settings)
  }

  func write(_ settings: PairedSettings) throws {
    try String.json(settings).write(whole: folder.appendingPathComponent("settings.json"))
  }

  func append(_ trial: Trial) throws {
    let line = CSVText.row(
      [
        "\(ResultsTables.schemaVersion)", trial.place?.phase.rawValue ?? "", trial.strategy,
        trial.workload, "\(trial.number)", trial.place.map { "\($0.position)" } ?? "",
        trial.place?.side.rawValue ?? "", "\(trial.seed)", trial.outcome.rawValue, trial.detail,
      ] + metrics.map { CSVText.number(trial.values[$0]) })
    try BenchError.writing(file.path) { try Data(line.utf8).append(to: file) }
  }

  func write(_ findings: [GateFinding], isQuick: Bool) throws {
    try Table(
      [
        "schema", "suite", "half", "strategy", "workload", "metric", "unit", "estimate", "low",
        "high", "floor", "tolerance", "verdict",
      ],
      findings.map {
        [
          "\(ResultsTables.schemaVersion)", isQuick ? "quick" : "full", "paired", $0.cell.strategy,
          $0.cell.workload, $0.metric ?? "", $0.metric.flatMap { [Metric].named($0)?.unit } ?? "",
        ] + [$0.estimate, $0.low, $0.high, $0.floor, $0.tolerance].map(CSVText.number)
          + [$0.verdict.rawValue]
      }
    ).csv.write(whole: folder.appendingPathComponent("gate-cells.csv"))
  }
}
