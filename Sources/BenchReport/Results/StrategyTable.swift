import BenchHarness

/// `strategies.csv`, and the parameter columns of `trials.csv`.
package struct StrategyTable: Sendable {
  /// Of numeric parameters, as in `interval_ms`.
  let columns: [String]
  private let strategies: [Selection<StrategyEntry>]
  private let rows: [String: [String]]

  package init(_ strategies: [Selection<StrategyEntry>]) {
    let columns = strategies.flatMap { $0.parameters.compactMap(\.column) }.distinct
    self.columns = columns
    self.strategies = strategies
    rows = strategies.reduce(into: [:]) { rows, strategy in
      let values = strategy.parameters.reduce(into: [String: String]()) { values, parameter in
        guard let column = parameter.column else { return }
        values[column] = CSVText.number(parameter.number(of: strategy.values.value(of: parameter)))
      }
      rows[strategy.key] = columns.map { values[$0] ?? "" }
    }
  }

  func values(_ key: String) -> [String] { rows[key] ?? columns.map { _ in "" } }

  var csv: String {
    ResultsTables.csv(
      ["schema", "strategy", "name", "delivery", "origin", "summary", "swift"] + columns,
      strategies.map { strategy in
        let entry = strategy.entry
        return [
          strategy.key, entry.name, strategy.delivery.column, entry.origin, entry.summary,
          entry.swift?(strategy.values) ?? "",
        ] + values(strategy.key)
      })
  }
}

extension Parameter {
  /// Nil for words.
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
    case .rows: "rows"
    case .sections: "sections"
    case .list: "list"
    case .none: "none"
    }
  }
}
