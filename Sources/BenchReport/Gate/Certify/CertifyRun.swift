import BenchHarness
import BenchMath
import Coalesce
import Foundation
import Synchronization

/// Finds out how often the gate errs: runs it with the same build on both sides, and with
/// regressions made on purpose.
///
/// What is finished stays in the folder; a run that was interrupted goes on where it stopped, at the
/// loss of the family or attempt that was under way.
package struct CertifyRun: Sendable {
  private let settings: CertifySettings
  private let folder: CertifyFolder
  private let registry: Registry

  /// - Throws: ``BenchError`` where the folder holds another certification.
  package init(_ settings: CertifySettings, folder: URL, _ registry: Registry) throws {
    try settings.suite.check(registry)
    self.folder = CertifyFolder(folder)
    self.settings = try self.folder.begin(settings)
    self.registry = registry
  }

  /// Runs what is missing of so many families and attempts, spread evenly.
  /// - Throws: ``BenchError``, or `CancellationError`.
  package func run(
    families: Int, attempts: Int, onAdvance: @Sendable (Advance) -> Void
  ) async throws {
    let load = settings.hasBackgroundLoad ? BackgroundLoad(seed: settings.suite.seed) : nil
    defer { load?.stop() }
    let beforeTrial: @Sendable () -> Void = { load?.draw() }
    let missing = try missing(families: families, attempts: attempts)
    let start = ContinuousClock.now
    for (done, step) in missing.enumerated() {
      onAdvance(Advance(step.text, done: done, of: missing.count, since: start))
      switch step {
      case .family(let number): try await family(number, beforeTrial)
      case .attempt(let number): try await attempt(number, beforeTrial)
      }
    }
  }

  /// What the evidence says, whatever there is of it.
  package func certificate() throws -> Certificate {
    try folder.certificate(strategies: registry.strategies)
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
      settings.family(number), folder: folder.family(number), registry, beforeTrial: beforeTrial)
    let evidence = try await run.run { _ in }
    let verdicts = PairedJudgement(evidence).verdicts()
    try folder.family(number).write(verdicts, of: evidence.settings)
  }

  private func attempt(_ number: Int, _ beforeTrial: @escaping @Sendable () -> Void) async throws {
    let finished = settings.finishedAttempts(try folder.power())
    try folder.write(try folder.power().filter { finished.contains($0.attempt) }, settings)
    let temporary = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: temporary) }
    Orphans.adopt()
    let paired = settings.family(1_000_000 + number)
    let bench = try PairedBench(paired, registry, folder: temporary, beforeTrial: beforeTrial)
    for plan in [
      PairedPlan([(.screen, paired.cells, paired.suite.screenBlocks)], seed: paired.suite.seed),
      PairedPlan([(.confirm, paired.cells, paired.suite.confirmBlocks)], seed: paired.suite.seed),
    ] {
      for block in plan.blocks { try await run(block, of: number, bench) }
    }
  }

  /// Base, base once more, every effect, and back.
  private func run(_ block: PairedPlan.Block, of number: Int, _ bench: PairedBench) async throws {
    let there: [(side: PairedSide, effect: Effect?)] =
      [(.base, nil), (.candidate, nil)] + settings.effects.map { (.candidate, $0) }
    for (position, place) in (there + there.reversed()).enumerated() {
      try await bench.run(
        block, position: position + 1, place.side, effect: place.effect
      ) { trial in
        try folder.append(PowerTrial(attempt: number, effect: place.effect, trial: trial), settings)
      }
    }
  }
}

/// A thread that keeps a core busy during half of all trials, drawn by chance.
///
/// Thread safety: any thread may call `draw` and `stop`.
package final class BackgroundLoad: Sendable {
  private let isOn = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  private let generator: Locked<SeededGenerator>

  /// Starts the thread, which sleeps until it is drawn.
  package init(seed: UInt64) {
    generator = Locked(SeededGenerator(seed: seed))
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        // While it is off it must sleep: a core that it spins on is not idle. A draw comes once
        // a trial, of 100 ms, and a condition variable would only save what 1 ms of delay costs.
        if !isOn.load(ordering: .relaxed) { usleep(1_000) }
      }
    }
  }

  /// Decides whether it is on until the next draw.
  package func draw() {
    let isDrawn = generator.withLock { $0.next() % 2 == 0 }
    isOn.store(isDrawn, ordering: .relaxed)
  }

  /// Ends the thread.
  package func stop() { isStopped.store(true, ordering: .relaxed) }
}
