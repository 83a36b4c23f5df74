import BenchHarness

/// The present strategy, and the strategies worth changing to, if any.
package struct Recommendation: Sendable {
  package struct Case: Encodable, Sendable {
    package let workload: String
    package let goals: [Goal]
  }

  /// What a search found.
  package struct Found: Sendable {
    package let candidates: [Candidate]
    /// The keys of all settings tried, including those tried only on a sample.
    let tried: [String]

    package init(candidates: [Candidate], tried: [String]) {
      self.candidates = candidates
      self.tried = tried
    }

    /// The same search with other facts about its candidates.
    package func with(_ candidates: [Candidate]) -> Found {
      Found(candidates: candidates, tried: tried)
    }
  }

  package let cases: [Case]
  package let question: Question
  package let costs: CostModel
  package let tried: Int
  package let noun: String
  package let now: Candidate?
  /// The candidates tried on all data: reloads first, and each group in the order of ``Ranking``.
  package let candidates: [Candidate]
  let hop: Duration
  /// The best candidate that meets the goals, a reload if possible, even if it is not worth a change.
  let best: Candidate?
  /// The strategies worth changing to: at most three, the first choice first.
  package let proposed: [Candidate]
  /// The proposal to change rows instead of reloading; nil if that is not worth a change.
  let rowsInstead: Candidate?
  /// The ratio of ``rowsInstead`` to the proposed reload or, without one, to ``now``, in the quantity to minimize.
  let rowsRatio: Double

  package init(
    _ found: Found, _ question: Question, _ options: RunOptions, hop: Duration,
    noun: String
  ) {
    (self.question, costs, tried, self.noun) = (question, options.costs, found.tried.count, noun)
    self.hop = hop
    cases = options.workloads.enumerated().map { place, workload in
      let cells = found.candidates.map { $0.results[place].cell }
      return Case(workload: workload, goals: question.goals.map { $0.judged(on: cells) })
    }
    let now = found.candidates.first { $0.key == question.now }
    let names = Set(found.tried)
    let candidates = found.candidates.filter { names.contains($0.key) }
    let groups = Ranking.byGroup(candidates, question, options.costs.latencyPrice).map(\.ordered)
    self.candidates = groups.flatMap { $0 }
    let eligible = groups.map { $0.filter(\.isEligible) }
    let judge = Judge(
      question: question, price: options.costs.latencyPrice, now: now,
      patience: question.patience(candidates))
    let own = eligible.first { !$0.isEmpty } ?? []
    let best = own.first
    // The best may be too close to the present strategy, while a lower-ranked one is worth a change.
    let first = own.first { judge.isWorth($0, over: now) }
    let rows = eligible.dropFirst().first?.first.flatMap { rows in
      rows.key != best?.key && judge.isWorth(rows, over: first ?? now) ? rows : nil
    }
    let other = first.flatMap { first in
      own.first {
        !$0.gains(over: first).isEmpty && judge.ratio($0, first) <= 2 && judge.isWorthALook($0)
      }
    }
    (self.best, self.now, rowsInstead) = (best, now, rows)
    rowsRatio = rows.flatMap { rows in (first ?? now).map { judge.ratio(rows, $0) } } ?? 1
    proposed = [first, rows, other].compactMap { $0 }
  }

  /// The key of the first proposal or, if nothing is proposed, of the present strategy; nil if nothing meets the goals.
  package var choice: String? { proposed.first?.key ?? (now?.isEligible == true ? now?.key : nil) }
  package var swift: String? { proposed.first?.swift }
  package var name: String { cases.count == 1 ? cases[0].workload : "\(cases.count) \(noun)" }

  /// The number of a proposal, from 1; `now` for the present strategy; otherwise empty.
  package func role(of candidate: Candidate) -> String {
    let number = proposed.firstIndex { $0.key == candidate.key }
    return number.map { "\($0 + 1)" } ?? (candidate.key == now?.key ? "now" : "")
  }

  /// The deciding one of several workloads for the first proposal; nil if the proposal is within 5 % of the best there.
  var worstCase: (workload: String, ratio: Double)? {
    guard let first = proposed.first, cases.count > 1 else { return nil }
    let (ratio, workload) = Ranking(
      candidates.filter { $0.group == first.group }, question, costs.latencyPrice
    ).worst(first)
    return ratio > LeastDifference.ratio ? (cases[workload].workload, ratio) : nil
  }
}

private struct Judge {
  let question: Question
  let price: Double
  let now: Candidate?
  let patience: Double

  /// `one` ÷ `other` in the quantity to minimize, summed over all workloads.
  func ratio(_ one: Candidate, _ other: Candidate) -> Double {
    let sums = [one, other].map { candidate in
      candidate.results.reduce(0) { $0 + question.weighing.weigh($1, price: price) }
    }
    return sums[1] > 0 ? sums[0] / sums[1] : 1
  }

  /// Whether to change from `other` to `one`: true if `other` is nil or misses the goals; false if only `one` is slow;
  /// else if `one` gains in a metric and, unless only `other` is slow, is over 5 % better on the deciding workload.
  func isWorth(_ one: Candidate, over other: Candidate?) -> Bool {
    guard let other, other.isEligible else { return true }
    let pair = Ranking([one, other], question, price)
    let isSooner = !isSlow(one) && isSlow(other)
    return (isSlow(one) == isSlow(other) || isSooner) && !one.gains(over: other).isEmpty
      && (isSooner || pair.worst(one).ratio * LeastDifference.ratio < pair.worst(other).ratio)
  }

  private func isSlow(_ candidate: Candidate) -> Bool {
    candidate.figure(.latencyMax) ?? 0 > patience
  }

  /// Whether `one` is fast enough and, if the present strategy meets the goals, noticeably beats it in a metric.
  func isWorthALook(_ one: Candidate) -> Bool {
    !isSlow(one) && (now.map { !$0.isEligible || !one.gains(over: $0).isEmpty } ?? true)
  }
}

extension Recommendation: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "cases": cases, "question": question, "price": costs.latencyPrice, "tried": tried,
      "now": now, "proposed": proposed, "choice": choice, "swift": swift, "sentences": sentences,
    ])
  }
}
