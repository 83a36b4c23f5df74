import BenchHarness

/// The present strategy, and the strategies worth changing to, if any.
package struct Recommendation: Sendable {
  package struct Case: Encodable, Sendable {
    package let workload: String
    package let goals: [Goal]
  }

  /// What a search found, with what it was asked.
  package struct Found: Sendable {
    package let question: Question
    package let options: RunOptions
    let noun: String
    package var candidates: [Candidate]
    /// The keys of all settings tried, including those tried only on a sample.
    let tried: [String]
    /// The present strategy, if its deliveries were recorded; a candidate with the same key was simulated.
    package var now: Candidate?
  }

  let found: Found
  package let cases: [Case]
  package let now: Candidate?
  /// A simulation of the present strategy, if its deliveries were recorded and the bench knows its pace.
  let model: Candidate?
  /// The candidates tried on all data: reloads first, and each group in the order of ``Ranking``.
  package let candidates: [Candidate]
  /// The best candidate that meets the goals, a reload if possible, even if it is not worth a change.
  let best: Candidate?
  /// The library's default; nil if it was not tried.
  package let standard: Candidate?
  /// The strategies worth changing to: at most two, the first choice first.
  package let proposed: [Candidate]
  /// The proposal to change rows instead of reloading; nil if that is not worth a change.
  let rowsInstead: Candidate?

  package init(_ found: Found) {
    let (question, options) = (found.question, found.options)
    self.found = found
    cases = options.workloads.enumerated().map { place, workload in
      let cells = found.candidates.map { $0.results[place].cell }
      return Case(workload: workload, goals: question.goals.map { $0.judged(on: cells) })
    }
    let now = found.now ?? found.candidates.first { $0.key == question.now }
    let names = Set(found.tried)
    let candidates = found.candidates.filter { names.contains($0.key) }
    let groups = Ranking.byGroup(candidates, question, options.costs.latencyPrice).map(\.ordered)
    self.candidates = groups.flatMap { $0 }
    let eligible = groups.map { $0.filter(\.isEligible) }
    let own = eligible.first { !$0.isEmpty } ?? []
    let best = question.best(of: own)
    let model = found.now == nil ? nil : found.candidates.first { $0.key == question.now }
    let present = [now, model].compactMap { $0 }
    let first = best.flatMap { best in
      best.key == now?.key
        ? nil
        : question.keeps(now, modeledBy: model, insteadOf: best)
          ? question.better(than: present, near: best, of: own) : best
    }
    let rows = eligible.dropFirst().first.flatMap(question.best).flatMap { rows in
      let others = first.map { [$0] } ?? present
      return rows.key != best?.key && others.allSatisfy { question.isWorth(rows, over: $0) }
        ? rows : nil
    }
    self.now = now
    self.model = model
    self.best = best
    rowsInstead = rows
    standard = candidates.first { $0.key == Self.standardKey }
    proposed = [first, rows].compactMap { $0 }
  }

  /// The default of the library, which is the answer unless another setting is noticeably better.
  static let standardKey = "adaptive"

  var costs: CostModel { found.options.costs }

  /// The key of the first proposal or, if nothing is proposed, of the present strategy; nil if nothing meets the goals.
  package var choice: String? { proposed.first?.key ?? (now?.isEligible == true ? now?.key : nil) }
  package var swift: String? { proposed.first?.swift }
  package var name: String {
    guard cases.count == 1 else { return "\(cases.count) \(found.noun)" }
    return cases[0].workload == "trace" ? "recording" : cases[0].workload
  }

  /// The number of a proposal, from 1; `now` for the present strategy; otherwise empty.
  package func role(of candidate: Candidate) -> String {
    let number = proposed.firstIndex { $0.key == candidate.key }
    return number.map { "\($0 + 1)" } ?? (candidate.key == now?.key ? "now" : "")
  }

  /// The deciding one of several workloads for the first proposal; nil if the proposal is within 5 % of the best there.
  var worstCase: (workload: String, ratio: Double)? {
    guard let first = proposed.first, cases.count > 1 else { return nil }
    let (ratio, workload) = Ranking(
      candidates.filter { $0.group == first.group }, found.question, costs.latencyPrice
    ).worst(first)
    return ratio > Noticeable.ratio ? (cases[workload].workload, ratio) : nil
  }
}

extension Recommendation.Found {
  package init(
    _ question: Question, _ settings: RunSettings, candidates: [Candidate], tried: [Candidate],
    now: Candidate?
  ) {
    self.init(
      question: question, options: settings.options, noun: settings.noun, candidates: candidates,
      tried: tried.map(\.key), now: now)
  }
}

extension Question {
  /// The first of the ranked candidates. Without goals it is the library's default, unless another is noticeably better
  /// in what a person feels and worse in nothing.
  fileprivate func best(of ranked: [Candidate]) -> Candidate? {
    guard weighing == .felt,
      let standard = ranked.first(where: {
        $0.entry.name == Recommendation.standardKey && $0.isPlain
      })
    else { return ranked.first }
    return ranked.first { isWorth($0, over: standard) } ?? standard
  }

  /// Whether to change from `other` to `one`. Less main-thread time alone is no gain while half of it is free.
  fileprivate func isWorth(_ one: Candidate, over other: Candidate) -> Bool {
    guard other.isEligible else { return true }
    guard weighing == .felt else {
      return !one.gains(over: other, by: weighing.metrics).isEmpty
    }
    let (own, others) = (one.figure(.mainBusyPeakShare) ?? 0, other.figure(.mainBusyPeakShare) ?? 0)
    let isFreer = others > 0.5 && Noticeable.isBetter(own, than: others, .mainBusyPeakShare)
    return (isFreer || !one.gains(over: other, by: Noticeable.felt).isEmpty)
      && !one.isWorse(than: other, by: Noticeable.felt) && own <= others + 0.05
  }

  /// With goals, `best` may come first because it is simpler, though it is hardly better than the present strategy. Then
  /// another that is as good as `best` may still be worth a change: better than what was recorded, and than its model.
  fileprivate func better(
    than present: [Candidate], near best: Candidate, of ranked: [Candidate]
  ) -> Candidate? {
    guard weighing != .felt else { return nil }
    let metrics = weighing.metrics
    return ranked.first { one in
      !one.isWorse(than: best, by: metrics)
        && present.allSatisfy {
          $0.isWorse(than: one, by: metrics) && !one.isWorse(than: $0, by: metrics)
        }
    }
  }

  /// Whether to stay with the present strategy: it meets the goals, and is as good as `best` as it was recorded or in the
  /// `model`, for what only the recording has, such as pauses and other work on the main thread, stays after a change.
  fileprivate func keeps(_ now: Candidate?, modeledBy model: Candidate?, insteadOf best: Candidate)
    -> Bool
  {
    guard let now, now.isEligible else { return false }
    return [now, model].contains { $0?.isWorse(than: best, by: weighing.metrics) == false }
  }
}

extension Recommendation: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "cases": cases, "question": found.question, "price": costs.latencyPrice,
      "tried": found.tried.count,
      "now": now, "proposed": proposed, "choice": choice, "swift": swift, "sentences": sentences,
    ])
  }
}
