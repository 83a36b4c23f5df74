import BenchReport
import BenchHarness
import Foundation

/// The paired check of the gate: this program against another build of it.
enum PairedCheck {
  /// Runs, judges, and writes the verdicts beside the evidence.
  ///
  /// With a progress bar; ends on SIGINT and SIGTERM, and keeps what was measured by then.
  /// - Parameters:
  ///   - settings: what is compared, and how it is judged.
  ///   - folder: where the evidence is kept.
  ///   - effect: what the candidate is made worse by; nil for nothing.
  ///   - deadline: when a trial is ended; nil for longer than any correct strategy needs.
  /// - Throws: ``BenchError``.
  /// - Returns: the verdicts.
  static func run(
    _ settings: PairedSettings, in folder: PairedFolder, effect: Effect?, deadline: Duration?
  ) throws -> [PairedVerdict] {
    let environment = try environment(settings)
    let run = PairedRun(
      settings, folder: folder, Registered.registry, effect: effect, deadline: deadline)
    let progress = Progress()
    let evidence = try Interruptible.run {
      try await run.run(environment: environment, onAdvance: progress.show)
    }
    progress.end()
    let verdicts = PairedJudgement(evidence).verdicts()
    try folder.write(verdicts, of: evidence.settings)
    return verdicts
  }

  /// Where the run is made, and what may distort it.
  private static func environment(_ settings: PairedSettings) throws -> RunHeader {
    let suite = settings.suite
    var environment = RunHeader(
      RunSettings(strategies: [], workloads: [], seed: suite.seed, costs: suite.costs),
      time: .real, command: CommandLine.arguments)
    environment.work = settings.work
    environment.take(try SelfTest.run(work: settings.work))
    return environment
  }
}

/// The figures of the paired check as a table.
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
