import BenchHarness

/// Says in words what real time found of candidates.
struct RealTimeFindings {
  let latency: LatencyFigure
  let recommendation: Recommendation

  /// A sentence about each that it refuted, and one about the choice.
  var sentences: [String] {
    guard let confirmation = recommendation.confirmation else { return [] }
    return confirmation.checks.filter { $0.verdict == .refuted }.map(refutation)
      + confirmation.checks.filter { $0.strategy == recommendation.choice }
      .map { outcome($0, confirmation) }
  }

  private func refutation(_ check: Confirmation.Check) -> String {
    guard check.real?.isCorrect ?? true else {
      return "\(check.strategy.readableKey) failed in real time: \(check.real?.failures ?? "")."
    }
    let misses = check.misses.map { miss in
      "\(miss.goal.title) \(miss.goal.text(miss.expected)), not \(miss.goal.text(miss.goal.limit))"
    }
    return """
      \(check.strategy.readableKey) meets the goals in virtual time, but in real time one has to expect \
      \(misses.joined(separator: " and ")).
      """
  }

  private func outcome(_ check: Confirmation.Check, _ all: Confirmation) -> String {
    guard check.verdict != .unknown, let real = check.real, let virtual = check.virtual else {
      return """
        Real time could not confirm it: the machine was too busy for updates to be on time. Run it \
        again on a quiet machine.
        """
    }
    let parts = LatencyFigure(latency.metric, for: [real, virtual]).tradeOff.compactMap {
      metric, title -> String? in
      guard let own = real.figures[metric]?.median,
        let simulated = virtual.figures[metric]?.median
      else { return nil }
      return """
        \(title) \(FigureText.withUnit(own, metric: metric)) (virtual \
        \(FigureText.number(simulated, metric: metric)))
        """
    }
    let place = recommendation.cases.count > 1 ? " on \(all.workload)" : ""
    let stretch = all.window.map { ", on the busiest \($0.length.words)" } ?? ""
    return "Confirmed in real time\(place)\(stretch): \(parts.joined(separator: ", "))."
  }
}
