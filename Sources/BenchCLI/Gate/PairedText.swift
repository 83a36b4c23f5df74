import Foundation
import Harness
import TextTable

/// The figures of the paired half as a table.
enum PairedText {
  static func table(_ verdicts: [PairedVerdict], style: any TextTableStyle.Type) -> String {
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
      rows: rows, style: style) + "\n"
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
