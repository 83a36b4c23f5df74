import BenchHarness

/// Three or more strategies or workloads that differ in one parameter only.
package struct ParameterFamily: Sendable {
  private static let fewest = 3

  /// The members' common key, without the parameter.
  package let strategy: String
  package let parameter: Parameter
  package let values: [(key: String, text: String)]

  package static func families<Entry>(of selections: [Selection<Entry>]) -> [ParameterFamily] {
    selections.map(\.entry.name).distinct.flatMap { name -> [ParameterFamily] in
      let own = selections.filter { $0.entry.name == name }
      return own[0].entry.parameters.flatMap { parameter -> [ParameterFamily] in
        let others = own.map { $0.key(without: parameter.name) }
        return others.distinct.map { strategy in
          let members = zip(own, others).filter { $0.1 == strategy }.map(\.0)
          return ParameterFamily(
            strategy: strategy, parameter: parameter,
            values: members.map { ($0.key, $0.values.text(of: parameter)) })
        }.filter { $0.values.count >= fewest }
      }
    }
  }

  private var title: String { "\(strategy.readableKey)'s \(parameter.name)" }

  /// The cost ratio of each value, on one workload. Leaves out values that failed or have no cost ratio.
  private func ratios(
    _ cells: [CellSummary]
  ) -> [(key: String, value: String, ratio: Double, workload: String)] {
    values.compactMap { key, text in
      guard let cell = cells.first(where: { $0.strategy == key }), cell.isCorrect,
        let ratio = cell.median(.costRatio)
      else { return nil }
      return (key, text.readableKey, ratio, cell.workload)
    }
  }

  func finding(on cells: [CellSummary]) -> Finding? {
    let ratios = ratios(cells)
    guard ratios.count >= Self.fewest, let least = ratios.map(\.ratio).min(),
      let most = ratios.map(\.ratio).max()
    else { return nil }
    return .bestValues(
      ratios.filter { $0.ratio == least }.map(\.value), of: title, ratio: least, worst: most)
  }

  /// Findings about the value with the best worst case and about the default, which the strategy's key does not show.
  func findings(over cells: [CellSummary]) -> [Finding] {
    let byDefault = values.first { $0.key == strategy }.map {
      Finding.defaultValue(strategy: strategy, is: "\(strategy):\(parameter.name)=\($0.text)")
    }
    return [worstCase(cells), byDefault].compactMap { $0 }
  }

  /// The value whose greatest cost ratio is the lowest, among values that have a cost ratio on every workload.
  private func worstCase(_ cells: [CellSummary]) -> Finding? {
    let places = cells.map(\.workload).distinct.map { workload in
      ratios(cells.filter { $0.workload == workload })
    }.filter { !$0.isEmpty }
    guard places.count > 1 else { return nil }
    let worst = values.compactMap { value in
      let own = places.compactMap { place in place.first { $0.key == value.key } }
      return own.count == places.count ? own.max { $0.ratio < $1.ratio } : nil
    }
    return worst.min { $0.ratio < $1.ratio }.map {
      .worstCase($0.value, of: title, workloads: places.count, ratio: $0.ratio, on: $0.workload)
    }
  }
}

extension Selection {
  fileprivate func key(without parameter: String) -> String {
    key.split(separator: ":").filter { !$0.hasPrefix("\(parameter)=") }.joined(separator: ":")
  }
}
