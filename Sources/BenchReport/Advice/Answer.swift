import BenchHarness

package struct Answer: Sendable {
  package let title: String
  /// What it gives and costs, or why nothing fits.
  package let about: [String]
  package var runnerUp: String?
  package var notes: [String] = []

  var sentences: [String] { [title] + about + [runnerUp].compactMap { $0 } + notes }
}

extension Recommendation {
  package var answer: Answer {
    guard let chosen = remaining.first else { return refusal }
    let doubt = shortage == nil ? "" : ", as far as one can tell"
    return Answer(
      title: "Use \(chosen.description) for \(name)\(doubt):",
      about: [
        overload(chosen), cost(of: chosen), metGoals(chosen), shortage ?? sureness(of: chosen),
        simpler(chosen), needs(chosen), broken(chosen),
      ].compactMap { $0 },
      runnerUp: alternative(runnerUp, to: chosen),
      notes: [assumptions(chosen), rows].compactMap { $0 } + realTime)
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }

  private var latency: LatencyFigure {
    let wanted = cases.flatMap(\.goals).map(\.metric)
      .first { $0.hasPrefix("latency_") && $0 != "latency_mean_ms" }
    return LatencyFigure(
      wanted ?? "latency_p99_ms", for: candidates.flatMap { $0.results.map(\.cell) })
  }
}

extension Recommendation {
  private func cost(of chosen: Candidate) -> String? {
    guard cases.count == 1 else {
      let (ratio, workload) = ranking.worst(chosen)
      guard share == 1 else {
        let much =
          ratio > 1.005 ? "at most \(figure(ratio)) times" : "no more than"
        return
          "On \(figure(share * 100)) % of the \(noun), it has \(much) the \(weighing.measure) of "
          + "the best there."
      }
      return ratio > Ranking.margin
        ? "Its worst \(noun.dropLast()) is \(cases[workload].workload), with \(figure(ratio)) times the "
          + "\(weighing.measure) of the best there."
        : "On every \(noun.dropLast()) its \(weighing.measure) is within 5 % of the best there."
    }
    guard let mean = chosen.figure("latency_mean_ms"), let late = chosen.figure(latency.metric),
      let busy = chosen.figure("main_busy_share")
    else { return nil }
    let isBound = [.list, .sections].contains(chosen.entry.delivery)
    let ratio = chosen.figure("cost_ratio").map {
      " That is \(isBound ? "at most " : "")\(figure($0)) times the cost of the best possible schedule."
    }
    return """
      An update is shown after \(figure(mean)) ms on average (\(latency.shortTitle) \(figure(late)) \
      ms), and deliveries keep the main thread busy \(figure(busy * 100)) % of the time.\(ratio ?? "")
      """
  }

  /// A warning if the main thread is saturated.
  private func overload(_ chosen: Candidate) -> String? {
    let flooded = chosen.results.count { $0.cell.median("main_busy_share") ?? 0 >= 0.99 }
    guard flooded > 0 else { return nil }
    return
      "Warning: \(cases.count > 1 ? "on \(flooded) of the \(noun), " : "")the main thread is busy "
      + "all the time. Updates keep coming faster than this view can show them."
  }

  private func sureness(of chosen: Candidate) -> String? {
    if chosen.isBound {
      return "Its rule keeps that on any recording, as long as a delivery takes no longer."
    }
    if share < 1, let attainment {
      return "Of other \(noun) of the kind, expect \(figure(attainment.low * 100)) to "
        + "\(figure(attainment.high * 100)) % to meet them."
    }
    guard let carryover else { return nil }
    let (half, rest) =
      cases.count == 1 ? ("one half of it", "the other") : ("half of them", "the rest")
    if let miss = carryover.miss {
      return "Not sure for others: what \(half) would recommend had \(miss.goal.title) "
        + "\(miss.goal.text(miss.expected)) on \(rest). Leave a margin."
    }
    let (goals, place) =
      cases[0].goals.isEmpty ? ("", "on \(rest)") : ("keeps the goals on \(rest), and ", "there")
    let ratio = carryover.ratio > 1.005 ? "at most \(figure(carryover.ratio)) times " : ""
    let all = attainment.flatMap { attainment in
      attainment.sessions < 20
        ? nil : " Expect at least \(figure(attainment.low * 100)) % of others to keep the goals."
    }
    return "Checked by halves: what \(half) would recommend \(goals)has \(ratio)the least "
      + "\(weighing.measure) \(place).\(all ?? "")"
  }

  private func metGoals(_ chosen: Candidate) -> String? {
    let parts = cases[0].goals.indices.compactMap { number -> String? in
      guard let standing = chosen.standing(number), let own = standing.figure else { return nil }
      let goal = standing.goal
      return "\(goal.title) \(goal.text(own)) (at most \(goal.text(goal.limit)))"
    }
    guard !parts.isEmpty else { return nil }
    let count = candidates.count(where: \.isEligible)
    let place = attainment.flatMap { attainment in
      attainment.met < attainment.sessions
        ? " on \(figure(attainment.share * 100)) % of the \(noun)" : nil
    }
    return "It meets the goals\(place ?? ""): \(parts.joined(separator: ", "))."
      + (isLeast(chosen) && cases.count == 1 && count > 1
        ? " Of \(count) candidates that do, it has the least \(weighing.measure)." : "")
  }

  /// Not if another was preferred as simpler, or if real time refuted the first. Ignores a
  /// difference too small for any printed figure.
  private func isLeast(_ chosen: Candidate) -> Bool {
    ranking.least.map { ranking.worst(chosen).ratio <= ranking.worst($0).ratio * 1.001 } ?? false
  }

  private func simpler(_ chosen: Candidate) -> String? {
    guard let least = ranking.least, !isLeast(chosen),
      confirmation?.check(of: least.key)?.verdict != .refuted,
      ranking.worst(chosen).ratio <= ranking.worst(least).ratio * Ranking.margin
    else { return nil }
    let reason = ranking.simplicity(of: chosen).reason(against: ranking.simplicity(of: least))
    let why =
      chosen.isBound && !least.isBound
      ? "keeps the goals by its rule" : reason.map { "is simpler: \($0)" } ?? "is the plainer one"
    return "\(least.description) is less than 5 % better, and this \(why)."
  }

  private func needs(_ chosen: Candidate) -> String? {
    switch chosen.entry.delivery {
    case .rowChange: "Each delivery changes one row, so the app has to say which."
    case .sections: "Each delivery reloads what changed, so the app has to say which section."
    case .list: "Each delivery is a batch of row changes, so rows need identities."
    case .reload, .none: nil
    }
  }

  private func broken(_ chosen: Candidate) -> String? {
    let breaks = chosen.entry.breaks.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue), \($0.value)" }
    return breaks.isEmpty
      ? nil : "It is known to break a promise: \(breaks.joined(separator: "; "))."
  }

  private func alternative(_ next: Candidate?, to chosen: Candidate) -> String? {
    guard let next else {
      guard candidates.count > 1 else { return nil }
      return cases[0].goals.isEmpty
        ? "All others do the same, or fail." : "No other strategy that differs meets the goals."
    }
    let factor = ranking.worst(next).ratio / ranking.worst(chosen).ratio
    let isReloading = !chosen.isReloading && next.isReloading
    let isBound = isUnsure && next.isBound && !chosen.isBound
    return "Runner-up: \(next.description)" + (isReloading ? ", which reloads the view" : "")
      + (isBound ? ", whose rule keeps the goals" : "")
      + ", with \(factor > Ranking.margin ? "\(figure(factor)) times" : "about the same") "
      + (factor > Ranking.margin ? "the " : "") + "\(weighing.measure)."
      + change(from: chosen, to: next)
  }

  /// The gains and losses of `other` over 5 %.
  private func change(from chosen: Candidate, to other: Candidate) -> String {
    var gains: [String] = []
    var losses: [String] = []
    // Averages of many workloads say little.
    for (metric, title) in cases.count > 5 ? [] : latency.tradeOff {
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
    .filter { !$0.1.isEmpty }.map { " It \($0.0): \($0.1.joined(separator: ", "))." }.joined()
  }

  private func assumptions(_ chosen: Candidate) -> String {
    func text(_ nanoseconds: UInt64) -> String { "\(figure(Double(nanoseconds) / 1e6)) ms" }
    let ask = weighing == .cost && cases[0].goals.isEmpty
    return "Assumed: \(text(costs.reloadNanoseconds)) for a reload, "
      + "\(text(costs.layoutNanoseconds)) for its layout"
      + (chosen.isReloading ? "" : ", \(text(costs.rowChangeNanoseconds)) for a row's change")
      + (weighing == .cost
        ? "; 1 ms of waiting costs as much as \(figure(price)) ms of main-thread time" : "")
      + "." + (ask ? " Or give --max-latency or --max-main-busy." : "")
  }

  private var rows: String? {
    switch support {
    case .known: nil
    case .unwanted: "Strategies that change single rows were left out, as asked."
    case .invented:
      "The recording\(cases.count > 1 ? "s name" : " names") no rows, so only strategies that reload were tried (--row-column)."
    }
  }
}

extension Recommendation {
  private var realTime: [String] {
    guard let confirmation else { return [] }
    return confirmation.checks.filter { $0.verdict == .refuted }.map(refutation)
      + confirmation.checks.filter { $0.strategy == choice }.map { outcome($0, confirmation) }
  }

  private func refutation(_ check: Confirmation.Check) -> String {
    let name = check.strategy.readableKey
    guard check.real?.isCorrect ?? true else {
      return "\(name) failed in real time: \(check.real?.failures ?? "")."
    }
    let misses = check.misses.map {
      "\($0.goal.title) \($0.goal.text($0.expected)), not \($0.goal.text($0.goal.limit))"
    }
    return "\(name) meets the goals in virtual time, but in real time expect "
      + "\(misses.joined(separator: " and "))."
  }

  private func outcome(_ check: Confirmation.Check, _ all: Confirmation) -> String {
    guard check.verdict != .unknown, let real = check.real, let virtual = check.virtual else {
      return "Real time could not confirm it: the machine was too busy to send updates on time. "
        + "Run it again on a quiet machine."
    }
    let figures = LatencyFigure(latency.metric, for: [real, virtual]).tradeOff.compactMap {
      metric, title -> (metric: String, title: String, own: Double, predicted: Double)? in
      guard let own = real.median(metric), let predicted = virtual.median(metric) else {
        return nil
      }
      return (metric, title, own, predicted)
    }
    let parts = figures.map {
      """
      \($0.title) \(FigureText.withUnit($0.own, metric: $0.metric)) (predicted \
      \(FigureText.number($0.predicted, metric: $0.metric)))
      """
    }
    let factors = figures.filter { $0.own > 0 && $0.predicted > 0 }
      .map { max($0.own / $0.predicted, $0.predicted / $0.own) }
    let place = cases.count > 1 ? " on \(all.workload)" : ""
    let stretch = all.window.map { ", on the busiest \($0.length.words)" } ?? ""
    let lead =
      cases[0].goals.isEmpty ? "Measured in real time" : "The goals are also met in real time"
    return "\(lead)\(place)\(stretch): \(parts.joined(separator: ", ")). \(off(factors.max()))"
  }

  private func off(_ most: Double?) -> String {
    guard let most else { return "" }
    if most < 1.2 { return "The prediction was right to within \(figure((most - 1) * 100)) %." }
    return "The prediction was off by a factor of up to \(figure(most))"
      + (most < 2
        ? "." : ": expect what was measured, and measure again on a quiet machine if it matters.")
  }
}

extension Recommendation {
  private var refusal: Answer {
    if candidates.contains(where: \.isEligible) {
      return Answer(
        title: "Nothing that meets the goals in virtual time is confirmed by real time.",
        about: realTime)
    }
    let sound = candidates.filter(\.isCorrect)
    let failures = candidates.filter { !$0.isCorrect }
      .map { "\($0.key.readableKey) (\($0.misses))" }.joined(separator: ", ")
    guard !sound.isEmpty else {
      return Answer(title: "Every strategy failed: \(failures).", about: [])
    }
    let goals = cases[0].goals.indices
    let areAlone = goals.allSatisfy { goal in sound.contains { $0.excess(of: goal) <= 1 } }
    return Answer(
      title: "Nothing meets the goals: none of \(candidates.count) candidates does.",
      about: (areAlone && goals.count > 1
        ? ["The goals contradict each other: each can be met, but not with the others."] : [])
        + goals.map { bestUnder($0, sound) },
      notes: failures.isEmpty ? [] : ["Not reliable here: \(failures)."])
  }

  private func bestUnder(_ number: Int, _ sound: [Candidate]) -> String {
    guard let goal = sound[0].standing(number)?.goal else { return "" }
    let limit = "\(goal.title) at \(goal.text(goal.limit))"
    let meeting = sound.filter { $0.excess(of: number) <= 1 }
    // Of equals, the first by rank.
    guard let best = meeting.min(by: { $0.excess(but: number) < $1.excess(but: number) }) else {
      let nearest = sound.min { $0.excess(of: number) < $1.excess(of: number) }
      guard let nearest, let standing = nearest.standing(number), let least = standing.figure else {
        return "There is no figure for \(goal.title) here."
      }
      return "No candidate keeps \(limit) or less. \(nearest.description) comes nearest, with "
        + "\(goal.text(least))\(place(standing))\(reason(nearest))."
    }
    let rest = cases[0].goals.indices.compactMap { other -> String? in
      guard best.excess(of: other) > 1, let missed = best.standing(other),
        let figure = missed.figure
      else { return nil }
      let goal = missed.goal
      return "\(goal.title) is \(goal.text(figure))\(place(missed)), not \(goal.text(goal.limit))"
    }
    return "\(meeting.count) of them \(meeting.count == 1 ? "keeps" : "keep") \(limit) or less. "
      + "The best of these is \(best.description): \(rest.joined(separator: ", "))\(reason(best))."
  }

  private func place(_ standing: Candidate.Standing) -> String {
    cases.count > 1 ? " on \(standing.workload)" : ""
  }

  private func reason(_ candidate: Candidate) -> String {
    guard cases.count == 1, let rate = candidate.figure("deliveries_per_s"), rate > 0,
      let busy = candidate.figure("main_busy_share")
    else { return "" }
    return " (\(figure(rate)) deliveries a second, each \(figure(busy / rate * 1e3)) ms of the "
      + "main thread)"
  }
}
