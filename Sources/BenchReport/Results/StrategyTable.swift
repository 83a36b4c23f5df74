import BenchHarness

/// What is known of the strategies of a run besides their figures: `strategies.csv`, and the columns of
/// parameters in `trials.csv`.
package struct StrategyTable: Sendable {
  /// A column for each parameter that is a number, as in `interval_ms`.
  let columns: [String]
  private let strategies: [Selection<StrategyEntry>]
  private let rows: [String: [String]]

  package init(_ strategies: [Selection<StrategyEntry>]) {
    let columns = strategies.flatMap { $0.entry.parameters.compactMap(\.column) }.distinct
    self.columns = columns
    self.strategies = strategies
    rows = strategies.reduce(into: [:]) { rows, strategy in
      let values = strategy.entry.parameters.reduce(into: [String: String]()) { values, parameter in
        guard let column = parameter.column else { return }
        values[column] = CSVText.number(parameter.number(of: strategy.values.value(of: parameter)))
      }
      rows[strategy.key] = columns.map { values[$0] ?? "" }
    }
  }

  /// The values of the strategy with that key, a field a column; empty where it has none.
  func values(_ key: String) -> [String] { rows[key] ?? columns.map { _ in "" } }

  /// `strategies.csv`: a row for each.
  var csv: String {
    ResultsTables.csv(
      ["schema", "strategy", "name", "swift_name", "delivery", "origin", "summary", "swift"]
        + columns,
      strategies.map { strategy in
        let entry = strategy.entry
        return [
          strategy.key, entry.name, entry.swiftName ?? "", entry.delivery.column, entry.origin,
          entry.summary, entry.swift?(strategy.values) ?? "",
        ] + values(strategy.key)
      })
  }
}

extension Parameter {
  /// Nil for what is a word.
  fileprivate var column: String? {
    if case .choice = kind { return nil }
    return name.replacing("-", with: "_") + unitSuffix
  }
}

extension DeliveryKind {
  fileprivate var column: String {
    switch self {
    case .reload: "reload"
    case .rowChange: "row-change"
    case .sections: "sections"
    case .list: "list"
    case .none: "none"
    }
  }
}
