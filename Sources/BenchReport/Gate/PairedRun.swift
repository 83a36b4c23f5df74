import BenchHarness
import Foundation

/// All that a verdict of the paired check depends on besides its trials: `settings.json`.
struct PairedSettings: Encodable, Sendable {
  struct MissingCell: Encodable {
    var cell: Cell
    var side: TrialPlace.Side
  }

  var schema = ResultsTables.schemaVersion
  var suite: PairedSuite
  /// Whether only the suite's first cells are run.
  var isQuick = false
  var base: String, candidate: String
  /// Names of the strategies that deliver differently now, as the exact check found.
  var deliversDifferently: Set<String> = []
  var missing: [MissingCell] = []
  /// The calibrated work that all trials share.
  var work: ReloadWork

  var cells: [Cell] { isQuick ? Array(suite.cells.prefix(suite.quickCells)) : suite.cells }

  /// The cells that both sides have.
  var comparedCells: [Cell] {
    cells.filter { cell in !missing.contains { $0.cell == cell } }
  }
}

/// Runs the paired check: two builds of `bench`, a trial at a time, each a child process.
///
/// What a trial's process leaves running in its process group is ended with it.
package struct PairedRun: Sendable {
  /// What a build says of a cell that it does not know: exit code 64 (Results/README.md).
  private static let refusal = "exited with code 64"
  /// How often a trial is tried whose producers were too late. More often than in a run, because a
  /// block without all four trials is lost, and on a machine that builds beside it half are late.
  private static let attempts = 10

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
    header.testMachine(settings.work)
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
    let journal = try PairedJournal(settings, in: gate.folder)
    try header.json().write(whole: gate.folder.appendingPathComponent("environment.json"))
    let temporary = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    let deadlines = try deadlines()
    func once(_ id: Trial.ID) async throws -> Trial {
      var options = RunOptions()
      options.costs = settings.suite.costs
      // Not pinned: CPU time was as steady without, and fewer producers were late on a busy machine.
      var trial = try await ChildProcess(
        executable: id.place?.runsCandidate == true ? settings.candidate : settings.base,
        deadline: deadlines[id.cell] ?? .seconds(60), memoryLimitBytes: gate.memoryLimitBytes
      ).trial(TrialJob(id, options, work: settings.work), in: temporary)
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
        for _ in 0..<Self.attempts {
          let trial = try await once(id)
          trials.append(trial)
          try journal.append(trial)
          guard !trial.outcome.isFailure else { throw Self.failure(trial) }
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
    return try settings.cells.reduce(into: [:]) { deadlines, cell in
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
      for side in [TrialPlace.Side.base, .candidate] {
        var id = first
        id.place?.side = side
        let trial = try await run(id)
        if trial.detail == Self.refusal {
          missing.append(PairedSettings.MissingCell(cell: id.cell, side: side))
          break
        }
        guard !trial.outcome.isFailure else {
          try journal.append(trial)
          throw Self.failure(trial)
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

  private static func failure(_ trial: Trial) -> BenchError {
    let (phase, side) = (trial.place?.phase.rawValue ?? "", trial.place?.side.rawValue ?? "")
    return .cannotCheck(
      what: "the \(side)'s trial of \(trial.cell.text) (\(phase), block \(trial.number))",
      cause: "it ended as \(trial.outcome.rawValue): \(trial.detail).")
  }
}

/// The files of a paired check: `settings.json`, `paired.csv` with each trial as it ends, and, once there are
/// verdicts, `gate-cells.csv`.
struct PairedJournal {
  private static let verdictsFile = "gate-cells.csv"

  private let folder: URL
  private let file: URL
  private let metrics: [String]

  /// Begins in `folder`, which is made where it is missing.
  init(_ settings: PairedSettings, in folder: URL) throws {
    self.folder = folder
    file = folder.appendingPathComponent("paired.csv")
    metrics = settings.suite.metrics.map(\.name)
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    // First: by this file, the next gate knows a folder that it may empty.
    try CSVText.row(
      [
        "schema", "phase", "strategy", "workload", "block", "position", "side", "seed", "outcome",
        "detail",
      ] + metrics
    ).write(whole: file)
    try write(settings)
  }

  func write(_ settings: PairedSettings) throws {
    let file = folder.appendingPathComponent("settings.json")
    try BenchError.writing(file.path) {
      try JSONEncoder.readable.encode(settings).write(whole: file)
    }
  }

  /// Adds a trial; what was written before stays as it is.
  func append(_ trial: Trial) throws {
    let line = CSVText.row(
      [
        "\(ResultsTables.schemaVersion)", trial.place?.phase.rawValue ?? "", trial.strategy,
        trial.workload, "\(trial.number)", trial.place.map { "\($0.position)" } ?? "",
        trial.place?.side.rawValue ?? "", "\(trial.seed)", trial.outcome.rawValue, trial.detail,
      ] + metrics.map { CSVText.number(trial.values[$0]) })
    try BenchError.writing(file.path) { try Data(line.utf8).append(to: file) }
  }

  /// A row for each finding, changes relative to base.
  func write(_ findings: [GateFinding], isQuick: Bool) throws {
    try Table(
      [
        "schema", "suite", "half", "strategy", "workload", "metric", "unit", "estimate", "low",
        "high", "floor", "tolerance", "verdict",
      ],
      findings.map { finding in
        let figures = [
          finding.estimate, finding.low, finding.high, finding.floor, finding.tolerance,
        ]
        return [
          "\(ResultsTables.schemaVersion)", isQuick ? "quick" : "full", "paired",
          finding.cell.strategy, finding.cell.workload, finding.metric ?? "",
          finding.metric.flatMap { [Metric].named($0)?.unit } ?? "",
        ] + figures.map(CSVText.number) + [finding.verdict.rawValue]
      }
    ).csv.write(whole: folder.appendingPathComponent(Self.verdictsFile))
  }
}
