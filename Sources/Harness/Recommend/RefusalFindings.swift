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
