/// Says in words what real time found of candidates.
struct RealTimeFindings {
  let latency: LatencyFigure

  /// About those that real time refuted before it came to `chosen`, and about `chosen`.
  func sentences(_ confirmation: Confirmation?, chosen: Candidate?) -> [String] {
    guard let confirmation else { return [] }
    return confirmation.checks.filter { $0.verdict == .refuted }.map(refutation)
      + confirmation.checks.filter { $0.strategy == chosen?.key }
      .flatMap { check in
        [confirmationSentence(check, confirmation.window)]
          + [cheaper(check, confirmation.checks)].compactMap { $0 }
      }
  }

  /// Where another finalist beats the choice in real time by more than a tenth.
  private func cheaper(_ check: Confirmation.Check, _ all: [Confirmation.Check]) -> String? {
    func cost(_ check: Confirmation.Check) -> Double {
      check.verdict == .confirmed
        ? check.real?.figures["cost_ms"]?.median ?? .infinity : .infinity
    }
    guard let best = all.min(by: { cost($0) < cost($1) }), cost(check) < .infinity,
      cost(best) < 0.9 * cost(check)
    else { return nil }
    return """
      In real time \(best.strategy) was cheaper there, at \
      \(FigureText.threeDigits(cost(best) / cost(check))) times the cost of \(check.strategy).
      """
  }

  private func refutation(_ check: Confirmation.Check) -> String {
    guard check.real?.isCorrect ?? true else {
      return "\(check.strategy) failed in real time: \(check.real?.failures ?? "")."
    }
    let misses = check.misses.map { miss in
      "\(miss.goal.title) \(miss.goal.text(miss.expected)), not \(miss.goal.text(miss.goal.limit))"
    }
    return """
      \(check.strategy) meets the goals in virtual time, but in real time one has to expect \
      \(misses.joined(separator: " and ")).
      """
  }

  private func confirmationSentence(
    _ check: Confirmation.Check, _ window: TrialWindow?
  ) -> String {
    let stretch = window.map { ", on the busiest \($0.length.text)" } ?? ""
    guard check.verdict != .unknown, let real = check.real, let virtual = check.virtual else {
      return """
        Real time could not confirm it: the machine was too busy for updates to be on time. Run it \
        again on a quiet machine.
        """
    }
    let late = LatencyFigure(latency.metric, for: [real, virtual])
    let parts = late.tradeOff.compactMap { metric, title -> String? in
      guard let own = real.figures[metric]?.median,
        let simulated = virtual.figures[metric]?.median
      else { return nil }
      return """
        \(title) \(FigureText.withUnit(own, metric: metric)) (virtual \
        \(FigureText.number(simulated, metric: metric)))
        """
    }
    return "In real time\(stretch): \(parts.joined(separator: ", "))."
  }
}
