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

  /// Names the values that come nearest to the best possible; nil if too few have a cost ratio.
  func sentence(on cells: [CellSummary]) -> String? {
    let ratios = ratios(cells)
    guard ratios.count >= Self.fewest, let least = ratios.map(\.ratio).min(),
      let most = ratios.map(\.ratio).max()
    else { return nil }
    let cost = "\(FigureText.threeDigits(least)) times"
    guard least < most else { return "Every value of \(title) costs \(cost) the best possible." }
    let best = ratios.filter { $0.ratio == least }.map(\.value)
    return "Of the values of \(title), \(best.listed) \(best.verb("comes", "come")) "
      + "nearest to the best possible, at \(cost) its cost; the worst value is at "
      + "\(FigureText.threeDigits(most)) times."
  }

  /// Sentences on the value with the best worst case and on the default, which the strategy's key does not show.
  func sentences(over cells: [CellSummary]) -> [String] {
    let byDefault = values.first { $0.key == strategy }.map {
      "\(strategy) means \(strategy):\(parameter.name)=\($0.text)."
    }
    return [worstCase(cells), byDefault].compactMap { $0 }
  }

  /// Names the value whose greatest cost ratio is the lowest, of those that have a cost ratio on every workload.
  private func worstCase(_ cells: [CellSummary]) -> String? {
    let places = cells.map(\.workload).distinct.map { workload in
      ratios(cells.filter { $0.workload == workload })
    }.filter { !$0.isEmpty }
    guard places.count > 1 else { return nil }
    let worst = values.compactMap { value in
      let own = places.compactMap { place in place.first { $0.key == value.key } }
      return own.count == places.count ? own.max { $0.ratio < $1.ratio } : nil
    }
    guard let best = worst.min(by: { $0.ratio < $1.ratio }) else { return nil }
    return "Over \(places.count) workloads, \(best.value) for \(title) has the best worst case: "
      + "\(FigureText.threeDigits(best.ratio)) times the best possible, on "
      + "\(best.workload.readableKey)."
  }
}

extension Selection {
  fileprivate func key(without parameter: String) -> String {
    key.split(separator: ":").filter { !$0.hasPrefix("\(parameter)=") }.joined(separator: ":")
  }
}
