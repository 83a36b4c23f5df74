import BenchHarness

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
    excess(candidate, goal) <= 1
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
