import BenchHarness

/// `strategies.csv`, and the parameter columns of `trials.csv`.
package struct StrategyTable: Sendable {
  let columns: [String]
  private let strategies: [Selection<StrategyEntry>]
  private let rows: [String: [String]]

  package init(_ strategies: [Selection<StrategyEntry>]) {
    let columns = strategies.flatMap { $0.parameters.compactMap(\.column) }.distinct
    self.columns = columns
    self.strategies = strategies
    rows = strategies.reduce(into: [:]) { rows, strategy in
      rows[strategy.key] = columns.map { column in
        let parameter = strategy.parameters.first { $0.column == column }
        return CSVText.number(parameter.map { $0.number(of: strategy.values.value(of: $0)) })
      }
    }
  }

  func values(_ key: String) -> [String] { rows[key] ?? columns.map { _ in "" } }

  package var csv: String {
    ResultsTables.csv(
      ["schema", "strategy", "name", "delivery", "group", "origin", "summary", "swift"] + columns,
      strategies.map { strategy in
        let entry = strategy.entry
        let delivery = strategy.delivery == .rowChange ? "row-change" : "\(strategy.delivery)"
        return [
          strategy.key, entry.name, delivery, strategy.delivery.group?.rawValue ?? "",
          entry.origin, entry.summary, entry.swift?(strategy.values).text ?? "",
        ] + values(strategy.key)
      })
  }
}

extension Parameter {
  fileprivate var column: String? {
    if case .choice = kind { return nil }
    return name.replacing("-", with: "_") + unitSuffix
  }
}
