import Harness

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

  private func confirmationSentence(_ check: Confirmation.Check, _ window: TrialWindow?) -> String {
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

/// Says in words why nothing meets the goals, and what is the best possible under each.
struct RefusalFindings {
  let candidates: [Candidate]
  let goals: [Goal]
  let confirmation: Confirmation?

  var sentences: [String] {
    if candidates.contains(where: \.isEligible) {
      let latency = LatencyFigure(for: candidates.map(\.cell))
      return ["Nothing that meets the goals in virtual time is confirmed by real time."]
        + RealTimeFindings(latency: latency).sentences(confirmation, chosen: nil)
    }
    let sound = candidates.filter(\.cell.isCorrect)
    guard !sound.isEmpty else { return ["Every strategy failed: \(failures)."] }
    let areAlone = goals.allSatisfy { goal in sound.contains { !$0.missed.contains(goal) } }
    return [
      "Nothing meets the goals: none of \(candidates.count) candidates does."
        + (areAlone && goals.count > 1
          ? " The goals contradict each other: each can be met, but not with the others." : "")
    ]
      + goals.map { sentence($0, sound) }
      + (sound.count < candidates.count ? ["Not to be trusted here: \(failures)."] : [])
  }

  private var failures: String {
    candidates.filter { !$0.cell.isCorrect }.map { "\($0.key) (\($0.cell.failures))" }
      .joined(separator: ", ")
  }

  private func sentence(_ goal: Goal, _ sound: [Candidate]) -> String {
    let limit = "\(goal.title) at \(goal.text(goal.limit))"
    let meeting = sound.filter { !$0.missed.contains(goal) }
    guard !meeting.isEmpty else {
      let measured = sound.filter { $0.figure(goal.metric) != nil }
      let nearest = measured.min { ($0.figure(goal.metric) ?? 0) < ($1.figure(goal.metric) ?? 0) }
      guard let nearest, let least = nearest.figure(goal.metric) else {
        return "There is no figure for \(goal.title) here."
      }
      return """
        No candidate keeps \(limit) or less. \(nearest.description) comes nearest, with \
        \(goal.text(least))\(reason(nearest)).
        """
    }
    let others = goals.filter { $0 != goal }
    let best = meeting.min {
      ($0.worstExcess(of: others), $0.cost) < ($1.worstExcess(of: others), $1.cost)
    }
    guard let best else { return "" }
    let rest = best.missed.compactMap { missed in
      best.figure(missed.metric).map {
        "\(missed.title) is \(missed.text($0)), not \(missed.text(missed.limit))"
      }
    }
    return """
      \(meeting.count) of them \(meeting.count == 1 ? "keeps" : "keep") \(limit) or less. The best \
      possible then is \(best.description): \(rest.joined(separator: ", "))\(reason(best)).
      """
  }

  /// What the figures come from.
  private func reason(_ candidate: Candidate) -> String {
    guard let delivery = candidate.deliveryMilliseconds,
      let rate = candidate.figure("deliveries_per_s")
    else { return "" }
    return """
       (it makes \(FigureText.threeDigits(rate)) deliveries a second, each \
      \(FigureText.threeDigits(delivery)) ms of main)
      """
  }
}
