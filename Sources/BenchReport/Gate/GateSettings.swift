import BenchHarness

/// The settings of the gate, by default in `Results/gate.yml`. Refuses unknown keys, wrong types and empty lists.
package struct GateSettings: SettingsValue, Decodable, Sendable {
  private static let schema = 1

  package let exact: ExactSuite
  package let paired: PairedSuite?
  package let accepted: [Accepted]
  /// The path of the file, for messages.
  package var file = ""

  package init(from decoder: any Decoder) throws { self = try SettingsPart(from: decoder).read() }

  init(_ part: SettingsPart) throws {
    if part.count("schema", 0...Int.max) ?? part.missing("schema", 0) != Self.schema {
      part.fail(
        "schema", "it is for another version of bench; this version reads schema \(Self.schema).")
    }
    let exact: ExactSuite? = part.part("exact")
    paired = part.part("paired")
    accepted = part.parts("accepted", of: "accepted regressions", named: \.name) ?? []
    guard let exact else { throw part.failure("exact", "missing.") }
    self.exact = exact
  }

  /// The figures that the checks of two builds judge; without instructions if the exact check names unknown strategies.
  package func judged(_ registry: Registry) -> [Judged] {
    let timed = (paired?.cells ?? []).flatMap { cell in
      (paired?.metrics ?? []).map { Judged(cell: cell, metric: $0.metric.name) }
    }
    let counted = (try? exact.runs(registry))?.first?.strategies.map(\.key) ?? []
    return timed + counted.flatMap(InstructionCheck.judged)
  }
}
