import BenchHarness
import BenchReport

/// Runs the paired check: two builds of `bench`, one trial at a time, each in a child process.
struct PairedRun: Sendable {
  /// The maximum number of tries if producers are late. More than in `bench run`, because a block needs all four of its
  /// trials, and half of the trials are late while the machine compiles something.
  private static let attempts = 10

  private let gate: Gate
  private let base: String
  private let settings: PairedSettings
  private let work: ReloadWork
  private var suite: PairedSuite { settings.suite }
  private var registry: Registry { gate.setup.registry }

  /// Must run on the main thread, whose wake-ups it measures.
  init(
    _ suite: PairedSuite, accepted: [Accepted], _ gate: Gate, against base: String
  ) throws {
    try suite.check()
    self.gate = gate
    self.base = base
    settings = PairedSettings(gate.setup.isQuick ? suite.quick : suite, accepted: accepted)
    work = .calibrated()
    let run = RunSettings(seed: suite.seed, costs: suite.costs)
    var header = RunHeader(measuring: run, command: CommandLine.arguments, work: work)
    header.isGate = true
    try gate.folder.write(header)
  }

  /// Screens every cell and measures the most suspicious ones again. Writes each trial as it ends. Once a trial of a
  /// cell fails, the cell's remaining trials are skipped. `changed` names strategies that now deliver differently.
  /// - Throws: ``BenchError``, `CancellationError`; the folder keeps the trials measured so far.
  func run(
    changed: Set<String>, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    // Longer than any correct strategy needs.
    let deadlines: [Cell: Duration] = try suite.cells.filter { $0.isKnown(registry) }
      .reduce(into: [:]) { $0[$1] = try suite.plan(of: $1, registry).deadline }
    func once(_ id: Trial.ID) async throws -> Trial {
      var options = RunOptions()
      options.costs = suite.costs
      // Not pinned: without pinning, CPU time was as steady, and fewer producers were late on a busy machine.
      var trial = try await gate.trial(
        TrialJob(id, options, work: work),
        by: id.place?.side == .candidate ? gate.setup.program : base,
        usual: deadlines[id.cell] ?? .seconds(60))
      // Older builds do not send `place` back.
      trial.id = id
      trial.latencies = []
      return trial
    }
    var known = settings
    known.changed = changed
    known.missing = try await missing(once)

    var trials: [Trial] = []
    let start = ContinuousClock.now
    var (done, total) = (0, 0)
    for phase in TrialPlace.Phase.allCases {
      let cells =
        phase == .screen ? known.comparedCells : PairedJudgement(known, trials).cells
      let plan = PairedPlan(suite, phase, cells).trials
      total += plan.count
      for id in plan {
        let what = "\(phase.rawValue): \(id.cell.text)"
        onAdvance(Advance(what, done: done, of: total, since: start))
        done += 1
        for _ in 0..<Self.attempts where known.missing[id.cell] == nil {
          let trial = try await once(id)
          trials.append(trial)
          try gate.folder.append(trial)
          known.missing[id.cell] = Fault(compared: trial, registry)
          if trial.outcome != .void { break }
        }
      }
    }
    return CheckResult(paired: PairedJudgement(known, trials).findings())
  }

  /// Runs each cell once on base and, unless that fails, once on the candidate, to warm up and to find cells that fail
  /// or are missing.
  private func missing(_ run: (Trial.ID) async throws -> Trial) async throws -> [Cell: Fault] {
    var missing: [Cell: Fault] = [:]
    for first in PairedPlan(suite, .screen, suite.cells).trials
    where first.number == 1 && first.place?.position == 1 {
      var id = first
      id.place?.side = .base
      let (base, isKnown) = (try await run(id), id.cell.isKnown(registry))
      if base.isRefusal, !isKnown {
        _ = try Selection.one(id.strategy, from: registry.strategies)
        _ = try Selection.one(id.workload, from: registry.workloads)
      }
      id.place?.side = .candidate
      let last = !base.outcome.isFailure && isKnown ? try await run(id) : base
      if last.isRefusal || !isKnown {
        missing[id.cell] = .lacked(by: base.isRefusal ? .base : .candidate)
      } else if let fault = Fault(compared: last, registry) {
        try gate.folder.append(last)
        missing[id.cell] = fault
      }
    }
    return missing
  }
}
