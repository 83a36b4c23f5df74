import Foundation
import Harness
import TextTable

/// The verdicts of the paired half, for people.
enum PairedText {
  /// Prints the verdicts in `format`.
  static func show(_ outcome: PairedHalf.Outcome, _ format: Format) throws {
    switch format {
    case .table: Output.show(text(outcome, style: Style.simple))
    case .markdown: Output.show(text(outcome, style: Style.pipe))
    case .csv: Output.show(PairedFolder.table(outcome.verdicts, of: outcome.evidence.settings))
    case .json: try Output.show(json: outcome.verdicts)
    }
  }

  /// A table, and below it the reason of each verdict that is no plain pass.
  private static func text(
    _ outcome: PairedHalf.Outcome, style: any TextTableStyle.Type
  ) -> String {
    let rows = outcome.verdicts.map { verdict in
      [
        "\(verdict.strategy) on \(verdict.workload)", change(verdict.estimate),
        interval(verdict), share(verdict.floor), share(verdict.tolerance),
        share(verdict.variation), "\(verdict.blocks)", verdict.verdict.rawValue,
      ]
    }
    let reasons = outcome.verdicts.filter { $0.verdict != .pass || $0.adjustedP != nil }.map {
      Prose.wrapped(
        "\($0.verdict.rawValue) \($0.strategy) on \($0.workload), \($0.metric): "
          + "\(change($0.estimate)); \($0.reason).")
    }
    return FieldTable.text(
      titles: ["cell", "change", "95 %", "floor", "allowed", "CV", "blocks", "verdict"],
      rows: rows, style: style) + "\n" + reasons.joined()
      + "Paired half: \(outcome.verdict.rawValue)\n"
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
