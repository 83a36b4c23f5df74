import BenchHarness

/// Says in words which candidate to use, what it costs and what the next would change.
struct ChoiceFindings {
  let recommendation: Recommendation
  let chosen: Candidate
  /// Another of the finalists that real time did not refute.
  let next: Candidate?

  var answer: Answer {
    Answer(
      title: "Use \(chosen.description) for \(recommendation.name):",
      about: [cost, metGoals, simpler, needs, broken].compactMap { $0 }, runnerUp: runnerUp,
      notes: [weight, elsewhere].compactMap { $0 }
        + RealTimeFindings(latency: latency, recommendation: recommendation).sentences)
  }

  private var cases: [Recommendation.Case] { recommendation.cases }
  private var ranking: Ranking { recommendation.ranking }
  private var weighing: Weighing { recommendation.weighing }
  private var price: Double { recommendation.price }

  private var latency: LatencyFigure {
    let wanted = cases.flatMap(\.goals).map(\.metric)
      .first { $0.hasPrefix("latency_") && $0 != "latency_mean_ms" }
    let cells = ranking.candidates.flatMap { $0.results.map(\.cell) }
    return LatencyFigure(wanted ?? "latency_p99_ms", for: cells)
  }

  private var cost: String? {
    guard cases.count == 1 else { return worst }
    guard let mean = chosen.figure("latency_mean_ms"), let late = chosen.figure(latency.metric),
      let busy = chosen.figure("main_busy_share")
    else { return nil }
    let isBound = [.list, .sections].contains(chosen.entry.delivery)
    let ratio = chosen.figure("cost_ratio").map {
      " That is \(isBound ? "at most " : "")\(figure($0)) times the cost of the best possible schedule."
    }
    return """
      An update is shown after \(figure(mean)) ms on average (\(latency.shortTitle) \(figure(late)) \
      ms), and deliveries keep main busy \(figure(busy * 100)) % of the time.\(ratio ?? "")
      """
  }

  private var worst: String {
    let (ratio, workload) = ranking.worst(chosen)
    return ratio > Ranking.margin
      ? "It comes off worst on \(cases[workload].workload), with \(figure(ratio)) times the \(measure) of the best there."
      : "Nowhere is its \(measure) over 5 % more than that of the best there."
  }

  /// What is to be little.
  private var measure: String {
    switch weighing {
    case .cost: "cost"
    case .mainBusy: "share of main"
    case .latency: "mean latency"
    }
  }

  private var metGoals: String? {
    let goals = cases[0].goals.indices
    guard !goals.isEmpty else { return nil }
    let parts = goals.compactMap { number -> String? in
      guard let standing = chosen.standing(number), let own = standing.figure else { return nil }
      let goal = standing.goal
      return "\(goal.title) \(goal.text(own)) of at most \(goal.text(goal.limit))"
    }
    let count = ranking.candidates.count(where: \.isEligible)
    let least = "Of \(count) candidates that do, it has the least \(measure)."
    return "That meets the goals: \(parts.joined(separator: ", "))."
      + (isLeast && cases.count == 1 && count > 1 ? " " + least : "")
  }

  /// Not so where it is simpler, or where real time refuted what came before it.
  private var isLeast: Bool {
    ranking.least.map { ranking.worst(chosen).ratio <= ranking.worst($0).ratio * Self.same }
      ?? false
  }

  /// A difference that no figure shows is none.
  private static let same = 1.001

  /// Why it comes before what pays less.
  private var simpler: String? {
    guard let least = ranking.least, !isLeast,
      recommendation.confirmation?.check(of: least.key)?.verdict != .refuted,
      ranking.worst(chosen).ratio <= ranking.worst(least).ratio * Ranking.margin
    else { return nil }
    let reason = ranking.simplicity(of: chosen).reason(against: ranking.simplicity(of: least))
    let why =
      reason.map { "is simpler: \($0)" }
      ?? (chosen.entry.name == least.entry.name ? "is sooner" : "is the plainer one")
    return "\(least.description) is less than 5 % better, and this \(why)."
  }

  private var needs: String? {
    switch chosen.entry.delivery {
    case .rowChange: "Each delivery changes one row, so the app has to say which."
    case .sections: "Each delivery reloads what changed, so the app has to say which section."
    case .list: "Each delivery is a batch of row changes, so rows need identities."
    case .reload, .none: nil
    }
  }

  private var broken: String? {
    let breaks = chosen.entry.breaks.sorted { $0.key.rawValue < $1.key.rawValue }
    guard !breaks.isEmpty else { return nil }
    return "It is known to break a promise: "
      + breaks.map { "\($0.key.rawValue), \($0.value)" }.joined(separator: "; ") + "."
  }

  private var runnerUp: String? {
    guard let next else {
      guard ranking.candidates.count > 1 else { return nil }
      return cases[0].goals.isEmpty
        ? "All others do the same, or fail." : "No other strategy that differs meets the goals."
    }
    let factor = ranking.worst(next).ratio / ranking.worst(chosen).ratio
    let isReloading = !chosen.isReloading && next.isReloading
    return "Runner-up: \(next.description)" + (isReloading ? ", which reloads the view" : "")
      + (factor > Ranking.margin
        ? ", with \(figure(factor)) times the \(measure)." : ", with about the same \(measure).")
      + change(to: next)
  }

  /// What `other` gains and loses against the choice, where that is over a twentieth.
  private func change(to other: Candidate) -> String {
    var gains: [String] = []
    var losses: [String] = []
    for (metric, title) in latency.tradeOff {
      guard let own = chosen.figure(metric), let others = other.figure(metric),
        LatencyFigure.differ(own, others)
      else { continue }
      let text = """
        \(title) \(FigureText.withUnit(others, metric: metric)) instead of \
        \(FigureText.number(own, metric: metric))
        """
      if others < own { gains.append(text) } else { losses.append(text) }
    }
    let simpler = ranking.simplicity(of: other).reason(against: ranking.simplicity(of: chosen))
    let average = cases.count > 1 ? " on average" : ""
    return [
      ("gains" + average, gains), ("loses" + average, losses),
      ("is simpler", simpler.map { [$0] } ?? []),
    ]
    .filter { !$0.1.isEmpty }
    .map { " It \($0.0): \($0.1.joined(separator: ", "))." }.joined()
  }

  /// What the price is, where one decided.
  private var weight: String? {
    guard weighing == .cost else { return nil }
    let ask = cases[0].goals.isEmpty ? " (or give --max-latency or --max-main-busy)" : ""
    return "A millisecond of waiting weighs as much as \(figure(price)) ms of main\(ask)."
  }

  /// The next choices at other prices.
  private var elsewhere: String? {
    guard weighing == .cost,
      let own = recommendation.choices.firstIndex(where: { $0.price == price }),
      recommendation.choices[own].strategy == chosen.key
    else { return nil }
    let choices = recommendation.choices
    let others = [choices[..<own].last(where: isOther), choices[own...].first(where: isOther)]
      .compactMap { choice -> String? in
        guard let choice, let other = ranking.candidates.first(where: { $0.key == choice.strategy })
        else { return nil }
        let factor = choice.price / price
        let text = factor < 1 ? "1/\(figure(1 / factor)) of" : "\(figure(factor)) times"
        return "\(other.description) at \(text) that"
      }
    return others.isEmpty ? nil : "It would be \(others.joined(separator: ", and "))."
  }

  private func isOther(_ choice: Recommendation.Choice) -> Bool { choice.strategy != chosen.key }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
