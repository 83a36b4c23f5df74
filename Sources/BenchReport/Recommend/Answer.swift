import BenchHarness

extension Recommendation {
  /// The sentences that explain the answer: first its limitations, then the rest by importance.
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

  private var question: Question { found.question }
  private var tried: Int { found.tried.count }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }

  /// The metrics that an answer may change.
  private static let changeable =
    Noticeable.felt + [.mainBusyPeakShare, .latencyMean, .mainBusyActiveShare]

  /// What changes from `other` to `one` in the first four of `metrics`; nil if there are none.
  private func changes(
    in metrics: [Metric], from other: Candidate, to one: Candidate
  ) -> String? {
    let texts = metrics.prefix(4).compactMap { metric in
      other.figure(metric).flatMap { old in
        one.figure(metric).map { Noticeable.text($0, insteadOf: old, metric) }
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// In what `one` is noticeably better than `other`; nil if in nothing.
  private func gains(of one: Candidate, over other: Candidate) -> String? {
    changes(in: one.gains(over: other, by: Self.changeable), from: other, to: one)
  }

  /// A sentence about the first proposal: its gain over the present strategy, if that is known; nil without a proposal.
  private var gain: String? {
    guard let first = proposed.first else { return nil }
    guard let now else {
      return "Best setting by \(question.weighing.measure), of \(tried) tried in virtual time."
    }
    let gained = gains(of: first, over: now) ?? "it meets the goals, unlike \(now.key.readableKey)"
    let losses = now.gains(over: first, by: Self.changeable)
    let lost = changes(in: losses, from: now, to: first).map { "; in return \($0)" }
    return "Gain: \(gained)\(lost ?? "")."
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
      first.metCount < cases.count ? " on \(first.metCount) of \(cases.count) \(found.noun)" : ""
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
    let gained = other.flatMap { gains(of: rowsInstead, over: $0) }.map { ": \($0)" }
    return "Changing rows instead needs updates that name the rows (ChangedIDs)\(gained ?? "")."
  }

  private var worst: String? {
    worstCase.map { workload, ratio in
      "It does worst on \(workload), at \(figure(ratio)) times the "
        + "\(question.weighing.measure) of the best setting there."
    }
  }

  /// With fewer deliveries by the chosen strategy, the answer is uncertain.
  private static let fewestDeliveries = 10.0

  /// A warning if deliveries saturate the main thread; nil if there are few, as even these can fill a short recording.
  private var overload: String? {
    guard let first = proposed.first ?? now, let busy = first.figure(.mainBusyPeakShare),
      busy >= 0.9, first.figure(.deliveries) ?? 0 >= Self.fewestDeliveries
    else { return nil }
    return "Even so, deliveries take \(FigureText.percent(busy)) of the busiest second: make them "
      + "cheaper."
  }

  private var broken: String? {
    guard let breaks = proposed.first?.entry.breaks, !breaks.isEmpty else { return nil }
    let texts = breaks.map { "\($0.rawValue), \($1)" }.sorted()
    return "It is known to break a promise: \(texts.joined(separator: "; "))."
  }

  private var shortage: String? {
    guard let first = proposed.first ?? now else { return nil }
    let updates = first.results.reduce(0) { $0 + ($1.cell.median(.updates) ?? 0) }
    func short(_ what: String, _ count: Double, _ least: Double) -> String? {
      count < least ? "\(what) \(figure(count)) (need \(figure(least)))" : nil
    }
    let causes = [
      short("updates", updates, 100),
      short("deliveries", first.figure(.deliveries) ?? 0, Self.fewestDeliveries),
    ].compactMap { $0 }
    return causes.isEmpty ? nil : "Too little data: \(causes.joined(separator: ", "))."
  }

  private var unknown: String? {
    guard !question.isRecorded, now != nil, !question.isBuiltIn else { return nil }
    let pace = question.deliveries.isEmpty ? "pace" : "single pace"
    let rows = question.knowsRows ? "." : ", nor any rows (give --row-column)."
    return "'now' assumes a reload for every update: no \(pace) was recorded\(rows)"
  }

  private var untimed: String? {
    guard question.untimed > 0, now != nil else { return nil }
    let count = question.untimed
    let deliveries = count == 1 ? "1 delivery was" : "\(count) deliveries were"
    return "\(deliveries) recorded, without all their times: 'now' is simulated."
  }

  private static let otherWork =
    "the app paused or had other work on the main thread, which no pace changes."

  /// A warning that the present strategy did worse in the app than its pace does in the model.
  private var unmodeled: String? {
    guard let now, let model, let gained = gains(of: model, over: now) else { return nil }
    return "A simulation of \(model.key.readableKey) gives \(gained): \(Self.otherWork)"
  }

  /// For longer reloads, users notice whether a view shows the updates that came while its handler ran.
  private static let longReload: UInt64 = 8_000_000

  private var assumptions: String {
    func text(_ nanoseconds: UInt64) -> String { "\(figure(Double(nanoseconds) / 1e6)) ms" }
    let timed = question.isGiven ? [] : question.deliveries.compactMap(\.mainNanoseconds).sorted()
    let hop = Duration.nanoseconds(Int64(found.options.hopNanoseconds ?? 0))
    var assumed = ["\(hop.words) to wake the main thread"]
    if timed.isEmpty, !question.isGiven {
      assumed.append("\(text(costs.reloadNanoseconds)) for a reload")
    }
    if question.deliveries.allSatisfy({ $0.layoutNanoseconds == nil }) {
      assumed.append("\(text(costs.layoutNanoseconds)) for a layout")
    }
    if costs.reloadNanoseconds >= Self.longReload, costs.screen == nil {
      assumed.append("a view that reads its model at the layout commit")
    }
    if rowsInstead != nil { assumed.append("\(text(costs.rowChangeNanoseconds)) for a row change") }
    if question.weighing == .cost {
      let price = figure(costs.latencyPrice)
      assumed.append("1 ms of waiting is worth \(price) ms of main-thread time")
    }
    let assumptions = "Assumed: \(assumed.joined(separator: ", "))."
    guard let first = timed.first, let last = timed.last else { return assumptions }
    let count = question.deliveries.reduce(0) { $0 + $1.count }
    let range = [first, last].map(text).distinct.joined(separator: " to ")
    return "Recorded deliveries: \(count), each \(range). \(assumptions)"
  }
}

extension Recommendation {
  private var refusal: [String] {
    if let best, best.key == now?.key {
      return [
        "\(best.key.readableKey) meets the goals in a simulation, but did not in the recording: "
          + Self.otherWork
      ]
    }
    let sound = candidates.filter(\.isCorrect)
    let failures = candidates.filter { !$0.isCorrect }.map { candidate in
      let causes = candidate.results.map(\.cell.failures).filter { !$0.isEmpty }.distinct
      return "\(candidate.key.readableKey) (\(causes.joined(separator: ", ")))"
    }
    let failed = failures.prefix(3).joined(separator: ", ") + (failures.count > 3 ? " …." : ".")
    guard let nearest = sound.min(by: { $0.excess() < $1.excess() }) else {
      return ["Every setting failed: \(failed)"]
    }
    let goals = cases[0].goals.indices
    let misses = goals.compactMap { number -> String? in
      let results = nearest.results.map { (goal: $0.goals[number], cell: $0.cell) }
      let worst = results.max { $0.goal.ratio(of: $0.cell) < $1.goal.ratio(of: $1.cell) }
      guard let (goal, cell) = worst, !goal.isMet(by: cell) else { return nil }
      let figure = goal.text(cell.median(goal.metric) ?? .infinity)
      return "\(goal.title) \(figure), not \(goal.text(goal.limit))"
    }
    let isEachMet = goals.allSatisfy { number in
      sound.contains { $0.results.allSatisfy { $0.goals[number].isMet(by: $0.cell) } }
    }
    return [
      "No setting meets the goals (\(tried) tried)"
        + (isEachMet ? ", though each goal can be met alone." : "."),
      "\(nearest.key.readableKey) comes nearest: \(misses.joined(separator: ", ")).",
    ] + (failures.isEmpty ? [] : ["Failed: \(failed)"])
  }
}
