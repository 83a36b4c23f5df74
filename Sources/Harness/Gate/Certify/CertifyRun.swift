import Foundation

/// Finds out how often the gate errs: runs it with the same build on both sides, and with
/// regressions made on purpose.
///
/// What is finished stays in the folder; a run that was interrupted goes on where it stopped, at the
/// loss of the family or attempt that was under way.
public struct CertifyRun: Sendable {
  /// What runs next, and how far it is.
  public struct Event: Sendable {
    /// In words.
    public var what: String
    /// Families and attempts done, and how many there are.
    public var done: Int, total: Int
    /// How long it still takes; nil before the first of them.
    public var secondsLeft: Double?
  }

  private let settings: CertifySettings
  private let folder: CertifyFolder
  private let strategies: [StrategyEntry]
  private let workloads: [Workload]

  /// - Throws: ``HarnessError`` where the folder holds another certification.
  public init(
    _ settings: CertifySettings, folder: URL, strategies: [StrategyEntry], workloads: [Workload]
  ) throws {
    try settings.suite.check(strategies: strategies, workloads: workloads)
    self.folder = CertifyFolder(folder)
    self.settings = try self.folder.begin(settings)
    self.strategies = strategies
    self.workloads = workloads
  }

  /// Runs what is missing of so many families and attempts, spread evenly.
  /// - Throws: ``HarnessError``, or `CancellationError`.
  public func run(
    families: Int, attempts: Int, onEvent: @Sendable (Event) -> Void
  ) async throws {
    let burner = settings.isBurnt ? CoreBurner(seed: settings.suite.seed) : nil
    defer { burner?.stop() }
    let beforeTrial: @Sendable () -> Void = { burner?.draw() }
    let missing = try missing(families: families, attempts: attempts)
    let start = ContinuousClock.now
    for (done, step) in missing.enumerated() {
      let elapsed = (ContinuousClock.now - start).milliseconds / 1_000
      onEvent(
        Event(
          what: step.text, done: done, total: missing.count,
          secondsLeft: done == 0
            ? nil : elapsed / Double(done) * Double(missing.count - done)))
      switch step {
      case .family(let number): try await family(number, beforeTrial)
      case .attempt(let number): try await attempt(number, beforeTrial)
      }
    }
  }

  /// What the evidence says, whatever there is of it.
  /// - Throws: ``HarnessError``.
  public func certificate() throws -> Certificate {
    try folder.certificate(strategies: strategies)
  }

  private enum Step {
    case family(Int)
    case attempt(Int)

    var text: String {
      switch self {
      case .family(let number): "same build, family \(number)"
      case .attempt(let number): "injected regressions, attempt \(number)"
      }
    }
  }

  private func missing(families: Int, attempts: Int) throws -> [Step] {
    let done = Set(try folder.families().map(\.number))
    let tried = settings.finishedAttempts(try folder.power())
    let runs = (0..<families).filter { !done.contains($0 + 1) }
      .map { (Double($0) / Double(families), Step.family($0 + 1)) }
    let tries = (0..<attempts).filter { !tried.contains($0 + 1) }
      .map { (Double($0) / Double(attempts), Step.attempt($0 + 1)) }
    return (runs + tries).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func family(_ number: Int, _ beforeTrial: @escaping @Sendable () -> Void) async throws {
    let run = PairedRun(
      settings.family(number), folder: folder.family(number), strategies: strategies,
      workloads: workloads, beforeTrial: beforeTrial)
    let evidence = try await run.run { _ in }
    let verdicts = PairedJudgement(evidence).verdicts()
    try folder.family(number).write(verdicts, of: evidence.settings)
  }

  private func attempt(_ number: Int, _ beforeTrial: @escaping @Sendable () -> Void) async throws {
    let finished = settings.finishedAttempts(try folder.power())
    try folder.write(try folder.power().filter { finished.contains($0.attempt) }, settings)
    let temporary = try RealTimeRun.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    Orphans.adopt()
    let paired = settings.family(1_000_000 + number)
    let bench = try PairedBench(
      paired, strategies: strategies, workloads: workloads, folder: temporary,
      beforeTrial: beforeTrial)
    for plan in [
      PairedPlan([(.screen, paired.cells, paired.suite.screenBlocks)], seed: paired.suite.seed),
      PairedPlan([(.confirm, paired.cells, paired.suite.confirmBlocks)], seed: paired.suite.seed),
    ] {
      for block in plan.blocks { try await run(block, of: number, bench) }
    }
  }

  /// Base, base once more, every effect, and back.
  private func run(_ block: PairedPlan.Block, of number: Int, _ bench: PairedBench) async throws {
    let there: [(side: PairedSide, effect: Injection?)] =
      [(.base, nil), (.candidate, nil)] + settings.effects.map { (.candidate, $0) }
    for (position, place) in (there + there.reversed()).enumerated() {
      try await bench.run(
        block, position: position + 1, place.side, injection: place.effect
      ) { trial in
        try folder.append(
          PowerTrial(attempt: number, effect: place.effect, trial: trial), settings)
      }
    }
  }
}
