import BenchHarness

extension Recommendation {
  /// The sentences that explain the answer: what limits it first, then the most important.
  package var sentences: [String] {
    let doubt = question.coarse.map { "Not sure: \($0)." }
    let answer =
      choice == nil
      ? refusal + [assumptions]
      : [
        shortage, unknown, untimed, unmodeled, overload, gain ?? nothing, goals, instead,
        worst, broken, assumptions,
      ]
    return ([doubt] + answer).compactMap { $0 }
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }

  /// All that an answer may change.
  private static let changeable =
    Noticeable.felt + [.mainBusyPeakShare, .latencyMean, .mainBusyActiveShare]

  /// What changes from `other` to `one` in the first of `metrics`; a sentence has room for four.
  private func changes(
    _ metrics: [Metric], from other: Candidate, to one: Candidate
  ) -> String {
    metrics.prefix(4).compactMap { metric in
      guard let new = one.figure(metric), let old = other.figure(metric) else { return nil }
      return "\(Limit.text(new, metric)) instead of \(FigureText.withUnit(old, metric))"
    }.joined(separator: ", ")
  }

  /// A sentence about the first proposal: its gain over the present strategy, if that is known; nil without a proposal.
  private var gain: String? {
    guard let first = proposed.first else { return nil }
    guard let now else {
      return "Best setting by \(question.weighing.measure), of \(tried) tried in virtual time."
    }
    let gains = first.gains(over: now, by: Self.changeable)
    let losses = now.gains(over: first, by: Self.changeable)
    let price = losses.isEmpty ? "." : "; in return \(changes(losses, from: now, to: first))."
    return gains.isEmpty
      ? "Gain: it meets the goals, unlike \(now.key.readableKey)\(price)"
      : "Gain: \(changes(gains, from: now, to: first))\(price)"
  }

  private var nothing: String {
    let lead = "Nothing is worth changing"
    guard let best, let now else { return "\(lead): no other setting meets the goals." }
    let words =
      best.key == now.key
      ? "is already in use" : "is not noticeably better than \(now.key.readableKey)"
    return "\(lead): \(best.key.readableKey), the best of \(tried) settings, \(words)."
  }

  /// Says how the goals are met, and whether they hold by design; nil if the user set no goals.
  private var goals: String? {
    guard !question.goals.isEmpty, let first = proposed.first ?? now else { return nil }
    let parts = cases[0].goals.compactMap { goal in
      first.figure(goal.metric).map {
        "\(goal.title) \(goal.text($0)) (at most \(goal.text(goal.limit)))"
      }
    }
    let place =
      first.metCount < cases.count ? " on \(first.metCount) of \(cases.count) \(noun)" : ""
    let bound =
      first.isBound
      ? " This holds by design for any recording of one view, as long as deliveries take no longer "
        + "than here and the main thread has no other work." : ""
    return cases.count == 1
      ? "Goals: \(parts.joined(separator: ", ")).\(bound)" : "It meets the goals\(place).\(bound)"
  }

  private var instead: String? {
    guard let rowsInstead else { return nil }
    let other = proposed[0].key == rowsInstead.key ? now : proposed[0]
    let gained = other.map { other in
      let gains = rowsInstead.gains(over: other, by: Self.changeable)
      return ": \(changes(gains, from: other, to: rowsInstead))"
    }
    return "Changing rows instead needs updates that name the rows (ChangedIDs)\(gained ?? "")."
  }

  private var worst: String? {
    worstCase.map { workload, ratio in
      "It does worst on \(workload), at \(figure(ratio)) times the "
        + "\(question.weighing.measure) of the best setting there."
    }
  }

  /// A warning if deliveries saturate the main thread; nil if there are few, as even these can fill a short recording.
  private var overload: String? {
    guard let first = proposed.first ?? now, let busy = first.figure(.mainBusyPeakShare),
      busy >= 0.9, first.figure(.deliveries) ?? 0 >= Self.fewestDeliveries
    else { return nil }
    return "Even so, deliveries take \(FigureText.percent(busy)) of the busiest second: make them "
      + "cheaper."
  }

  private var broken: String? {
    let breaks = (proposed.first?.entry.breaks ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue), \($0.value)" }
    return breaks.isEmpty
      ? nil : "It is known to break a promise: \(breaks.joined(separator: "; "))."
  }

  /// The numbers of updates, and of deliveries by the chosen strategy, below which the answer is uncertain.
  private static let (fewestUpdates, fewestDeliveries) = (100.0, 10.0)

  private var shortage: String? {
    guard let first = proposed.first ?? now else { return nil }
    let updates = first.results.reduce(0) { $0 + ($1.cell.median(.updates) ?? 0) }
    let deliveries = first.figure(.deliveries) ?? 0
    let short = [
      ("updates", updates, Self.fewestUpdates), ("deliveries", deliveries, Self.fewestDeliveries),
    ].filter { $1 < $2 }.map { "\($0) \(figure($1)) (need \(figure($2)))" }
    return short.isEmpty ? nil : "Too little data: \(short.joined(separator: ", "))."
  }

  private var unknown: String? {
    guard !question.isRecorded, now != nil, !question.isBuiltIn else { return nil }
    return
      "'now' assumes a reload for every update: no \(question.deliveries.isEmpty ? "" : "single ")"
      + "pace was recorded" + (question.knowsRows ? "." : ", nor any rows (give --row-column).")
  }

  private var untimed: String? {
    guard question.untimed > 0, now != nil else { return nil }
    let count = question.untimed
    let deliveries = count == 1 ? "1 delivery was" : "\(count) deliveries were"
    return "\(deliveries) recorded, without all their times: 'now' is simulated."
  }

  /// A warning that the present strategy did worse in the app than its pace does in the model.
  private var unmodeled: String? {
    guard let now, let model else { return nil }
    let gains = model.gains(over: now, by: Self.changeable)
    return gains.isEmpty
      ? nil
      : "A simulation of \(model.key.readableKey) gives \(changes(gains, from: now, to: model)): the app "
        + "paused or had other work on the main thread, which no pace changes."
  }

  /// From here on, it is noticeable whether a view shows what came while its handler ran.
  private static let longReload: UInt64 = 8_000_000

  private var assumptions: String {
    func text(_ nanoseconds: UInt64) -> String { "\(figure(Double(nanoseconds) / 1e6)) ms" }
    let timed = question.isGiven ? [] : question.deliveries.compactMap(\.mainNanoseconds).sorted()
    let count = question.deliveries.reduce(0) { $0 + $1.count }
    let range = [timed.first, timed.last].compactMap { $0 }.map(text).distinct
    let recorded =
      range.isEmpty
      ? nil : "Recorded deliveries: \(count), each \(range.joined(separator: " to "))."
    let isLaidOut = question.deliveries.contains { $0.layoutNanoseconds != nil }
    let assumed = [
      "\(hop.words) to wake the main thread",
      timed.isEmpty && !question.isGiven ? "\(text(costs.reloadNanoseconds)) for a reload" : nil,
      isLaidOut ? nil : "\(text(costs.layoutNanoseconds)) for a layout",
      costs.reloadNanoseconds < Self.longReload || costs.screen != nil
        ? nil : "a view that reads its model at the layout",
      rowsInstead == nil ? nil : "\(text(costs.rowChangeNanoseconds)) for a row change",
      question.weighing == .cost
        ? "1 ms of waiting is worth \(figure(costs.latencyPrice)) ms of main-thread time" : nil,
    ].compactMap { $0 }
    let parts = [recorded, assumed.isEmpty ? nil : "Assumed: \(assumed.joined(separator: ", "))."]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}

extension Recommendation {
  private var refusal: [String] {
    if let best, best.key == now?.key {
      return [
        "\(best.key.readableKey) meets the goals in a simulation, but did not in the recording: the app "
          + "paused or had other work on the main thread, which no pace changes."
      ]
    }
    let sound = candidates.filter(\.isCorrect)
    let failures = candidates.filter { !$0.isCorrect }.map { candidate in
      let causes = candidate.results.filter { !$0.isCorrect }.map(\.cell.failures).distinct
      return "\(candidate.key.readableKey) (\(causes.joined(separator: ", ")))"
    }
    let failed = failures.prefix(3).joined(separator: ", ")
    guard let nearest = sound.min(by: { $0.excess() < $1.excess() }) else {
      return ["Every setting failed: \(failed)\(failures.count > 3 ? " …" : "")."]
    }
    let misses = cases[0].goals.indices.compactMap { number -> String? in
      let results = nearest.results.map { (goal: $0.goals[number], cell: $0.cell) }
      let worst = results.max { $0.goal.ratio(of: $0.cell) < $1.goal.ratio(of: $1.cell) }
      guard let (goal, cell) = worst, !goal.isMet(by: cell) else { return nil }
      let figure = cell.median(goal.metric) ?? .infinity
      return "\(goal.title) \(goal.text(figure)), not \(goal.text(goal.limit))"
    }
    let isEachMet = cases[0].goals.indices.allSatisfy { number in
      sound.contains { candidate in
        candidate.results.allSatisfy { $0.goals[number].isMet(by: $0.cell) }
      }
    }
    return [
      "No setting meets the goals (\(tried) tried)"
        + (isEachMet ? ", though each goal can be met alone." : "."),
      "\(nearest.key.readableKey) comes nearest: \(misses.joined(separator: ", ")).",
    ] + (failures.isEmpty ? [] : ["Failed: \(failed)\(failures.count > 3 ? " …" : "")."])
  }
}
