import Coalesce

/// The costs of a known view, and of waking its main thread; chosen with `--costs`.
package struct CostPreset: Sendable {
  package let name: String
  /// The view that has these costs, in one line, without a full stop.
  package let summary: String
  package let costs: CostModel
  /// How long it takes to wake an idle main thread or queue.
  package let hop: Duration

  package static let all = [list, gtk]

  package static func named(_ name: String) throws -> CostPreset {
    guard let preset = all.first(where: { $0.name == name }) else {
      throw BenchError.unknownName(kind: "set of costs", name: name, choices: all.map(\.name))
    }
    return preset
  }
}
