import Foundation
import Gate
import Harness
import Runs

/// The paired half of the gate: this program against another build of it.
struct PairedHalf {
  private let settings: PairedSettings
  private let folder: PairedFolder
  private let effect: Effect?
  private let deadline: Duration?

  /// - Parameters:
  ///   - settings: what is compared, and how it is judged.
  ///   - folder: where the evidence is kept.
  ///   - effect: what the candidate is made worse by; nil for nothing.
  ///   - deadline: when a trial is ended; nil for longer than any correct strategy needs.
  init(
    _ settings: PairedSettings, in folder: URL, effect: Effect? = nil,
    deadline: Duration? = nil
  ) {
    self.settings = settings
    self.folder = PairedFolder(folder)
    self.effect = effect
    self.deadline = deadline
  }

  /// Compares this program with the one at `base` and keeps the evidence in `folder`.
  ///
  /// With a progress bar; ends on SIGINT and SIGTERM, and keeps what was measured by then.
  /// - Parameters:
  ///   - suite: what is run, and how it is judged.
  ///   - quick: whether only the first cells are run.
  ///   - base: the path of the other program.
  ///   - folder: where the evidence is kept.
  ///   - deliversDifferently: the strategies that deliver differently now, by name or key.
  ///   - effect: what the candidate is made worse by; nil for nothing.
  ///   - deadline: when a trial is ended; nil for longer than any correct strategy needs.
  /// - Throws: ``HarnessError``.
  /// - Returns: the verdicts.
  static func run(
    _ suite: PairedSuite, quick: Bool, against base: String, in folder: URL,
    deliversDifferently: Set<String> = [], effect: Effect? = nil,
    deadline: Duration? = nil
  ) throws -> [PairedVerdict] {
    let settings = PairedSettings(
      suite: suite, isQuick: quick, base: absolute(base), candidate: ThisProgram.path,
      deliversDifferently: deliversDifferently, work: .calibrated())
    try writeEnvironment(settings, in: folder)
    return try PairedHalf(
      settings, in: folder, effect: effect, deadline: deadline
    ).run()
  }

  /// Runs, judges, and writes the verdicts beside the evidence.
  func run(
    onEvent: @escaping @Sendable (PairedEvent) -> Void = Self.progress()
  ) throws -> [PairedVerdict] {
    let run = PairedRun(
      settings, folder: folder, strategies: Registered.strategies,
      workloads: Registered.workloads, effect: effect, deadline: deadline)
    let evidence = try Interruptible.run { try await run.run(onEvent: onEvent) }
    Progress().end()
    let verdicts = PairedJudgement(evidence).verdicts()
    try folder.write(verdicts, of: evidence.settings)
    return verdicts
  }

  /// Children are started from another folder than the one that paths are meant in.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// Writes where the run is made, and says what may distort it.
  static func writeEnvironment(_ settings: PairedSettings, in folder: URL) throws {
    let suite = settings.suite
    var environment = RunEnvironment(
      RunSettings(strategies: [], workloads: [], seed: suite.seed, costs: suite.costs),
      time: .real, command: CommandLine.arguments)
    environment.work = settings.work
    environment.take(try SelfTest.run(work: settings.work))
    _ = try ResultsFolder.make(output: folder.path, name: "gate", date: Date())
    try PairedFolder(folder).write(environment)
  }

  /// A bar with the time left.
  static func progress() -> @Sendable (PairedEvent) -> Void {
    let progress = Progress()
    return { event in
      progress.show(
        done: event.done, of: event.total, secondsLeft: event.secondsLeft,
        what: "\(event.phase.rawValue): \(event.cell.text)")
    }
  }
}

/// The figures of the paired half as a table.
enum PairedText {
  static func table(_ verdicts: [PairedVerdict], _ layout: Layout) -> String {
    guard !verdicts.isEmpty else { return "" }
    let rows = verdicts.map { verdict in
      [
        "\(verdict.strategy) on \(verdict.workload)", verdict.metric, change(verdict.estimate),
        interval(verdict), share(verdict.floor), share(verdict.tolerance),
        share(verdict.variation), "\(verdict.blocks)", verdict.verdict.rawValue,
      ]
    }
    return FieldTable.text(
      titles: ["cell", "figure", "change", "95 %", "noise", "allowed", "CV", "blocks", "verdict"],
      rows: rows, layout: layout) + "\n"
  }

  private static func interval(_ verdict: PairedVerdict) -> String {
    guard let low = verdict.low, let high = verdict.high else { return "" }
    return "\(change(low)) … \(change(high))"
  }

  private static func change(_ value: Double?) -> String {
    value.map { String(format: "%+.1f %%", $0 * 100) } ?? "–"
  }

  private static func share(_ value: Double?) -> String {
    value.map { String(format: "%.1f %%", $0 * 100) } ?? "–"
  }
}
