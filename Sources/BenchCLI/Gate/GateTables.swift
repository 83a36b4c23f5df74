import BenchHarness
import BenchReport
import Foundation

/// The figures of the checks that compare two builds, as tables.
enum GateTables {
  /// Of the paired check.
  static func text(_ verdicts: [PairedVerdict], _ layout: Layout) -> String {
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

  /// The counts as a table; what base has only where there is one.
  static func text(_ counts: [InstructionCount], _ layout: Layout) -> String {
    guard !counts.isEmpty else { return "" }
    let hasBase = counts.contains { $0.baseCycle != nil }
    let titles =
      ["strategy"]
      + (hasBase ? ["submission, base", "now", "cycle, base", "now"] : ["submission", "cycle"])
    let rows = counts.map { count in
      [count.strategy]
        + (hasBase
        ? [count.baseSubmission, count.submission, count.baseCycle, count.cycle]
        : [count.submission, count.cycle])
        .map { $0.map(CSVText.number) ?? "–" }
    }
    return FieldTable.text(titles: titles, rows: rows, layout: layout) + "\n"
  }
}
