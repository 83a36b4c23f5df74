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

/// Says in words why nothing meets the goals, and what is the best possible under each.
struct RefusalFindings {
  let recommendation: Recommendation

  private var candidates: [Candidate] { recommendation.candidates }
  /// The numbers of the goals.
  private var goals: Range<Int> { recommendation.cases.first?.goals.indices ?? 0..<0 }

  var answer: Answer {
    if candidates.contains(where: \.isEligible) {
      let latency = LatencyFigure(for: candidates.flatMap { $0.results.map(\.cell) })
      return Answer(
        title: "Nothing that meets the goals in virtual time is confirmed by real time.",
        about: RealTimeFindings(latency: latency, recommendation: recommendation).sentences)
    }
    let sound = candidates.filter(\.isCorrect)
    guard !sound.isEmpty else {
      return Answer(title: "Every strategy failed: \(failures).", about: [])
    }
    let areAlone = goals.allSatisfy { goal in sound.contains { meets(goal, $0) } }
    return Answer(
      title: "Nothing meets the goals: none of \(candidates.count) candidates does.",
      about: (areAlone && goals.count > 1
        ? ["The goals contradict each other: each can be met, but not with the others."] : [])
        + goals.map { sentence($0, sound) },
      notes: sound.count < candidates.count ? ["Not to be trusted here: \(failures)."] : [])
  }

  private var failures: String {
    candidates.filter { !$0.isCorrect }.map { "\($0.key.readableKey) (\($0.misses))" }.joined(
      separator: ", ")
  }

  private func meets(_ goal: Int, _ candidate: Candidate) -> Bool {
    (candidate.standing(goal)?.excess ?? .infinity) <= 1
  }

  private func sentence(_ number: Int, _ sound: [Candidate]) -> String {
    guard let goal = sound.first?.standing(number)?.goal else { return "" }
    let limit = "\(goal.title) at \(goal.text(goal.limit))"
    let meeting = sound.filter { meets(number, $0) }
    guard !meeting.isEmpty else {
      let nearest = sound.min { excess($0, number) < excess($1, number) }
      guard let nearest, let standing = nearest.standing(number), let least = standing.figure else {
        return "There is no figure for \(goal.title) here."
      }
      return """
        No candidate keeps \(limit) or less. \(nearest.description) comes nearest, with \
        \(goal.text(least))\(place(standing))\(reason(nearest)).
        """
    }
    // In the order of their ranks.
    guard let best = meeting.min(by: { $0.excess(but: number) < $1.excess(but: number) }) else {
      return ""
    }
    let rest = goals.compactMap { other -> String? in
      guard !meets(other, best), let missed = best.standing(other), let figure = missed.figure
      else { return nil }
      let goal = missed.goal
      return "\(goal.title) is \(goal.text(figure))\(place(missed)), not \(goal.text(goal.limit))"
    }
    return """
      \(meeting.count) of them \(meeting.count == 1 ? "keeps" : "keep") \(limit) or less. The best \
      possible then is \(best.description): \(rest.joined(separator: ", "))\(reason(best)).
      """
  }

  private func excess(_ candidate: Candidate, _ goal: Int) -> Double {
    candidate.standing(goal)?.excess ?? .infinity
  }

  private func place(_ standing: Candidate.Standing) -> String {
    candidates[0].results.count > 1 ? " on \(standing.workload)" : ""
  }

  /// What the figures come from.
  private func reason(_ candidate: Candidate) -> String {
    guard candidate.results.count == 1, let rate = candidate.figure("deliveries_per_s"), rate > 0,
      let busy = candidate.figure("main_busy_share")
    else { return "" }
    return """
       (it makes \(FigureText.threeDigits(rate)) deliveries a second, each \
      \(FigureText.threeDigits(busy / rate * 1e3)) ms of main)
      """
  }
}
