import BenchHarness
import BenchMath

/// How a choice on one half of the data does on the other, as a forecast for new recordings.
package struct Carryover: Encodable, Sendable {
  package private(set) var tries = 0, kept = 0
  private(set) var miss: Confirmation.Miss?
  /// The worst ratio of a choice to the best of the other half.
  package private(set) var ratio = 1.0
  package private(set) var others: [String] = []

  /// Splits the data in halves, at random and several times for more than two parts; nil for one
  /// part. `choice` is what all of the data chose.
  init?(
    _ candidates: [Candidate], choice: String, seed: UInt64,
    weigh: (Candidate.Result) -> Double
  ) {
    guard let count = candidates.first?.results.count, count > 1 else { return nil }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<(count == 2 ? 1 : 10) {
      let order = count == 2 ? [0, 1] : (0..<count).shuffled(using: &generator)
      let (one, other) = (Array(order[..<(count / 2)]), Array(order[(count / 2)...]))
      for (own, rest) in [(one, other), (other, one)] {
        let chosen = Ranking(candidates.map { $0.on(own) }, weigh: weigh).ordered.first
        guard let chosen, chosen.isEligible else { continue }
        take(chosen, on: candidates.map { $0.on(rest) }, choice, weigh)
      }
    }
    guard tries > 0 else { return nil }
  }

  private mutating func take(
    _ chosen: Candidate, on rest: [Candidate], _ choice: String,
    _ weigh: (Candidate.Result) -> Double
  ) {
    guard let tried = rest.first(where: { $0.key == chosen.key }) else { return }
    tries += 1
    if chosen.key != choice, !others.contains(chosen.key) { others.append(chosen.key) }
    guard !tried.isEligible else {
      kept += 1
      ratio = max(ratio, Ranking(rest, weigh: weigh).worst(tried).ratio)
      return
    }
    let standings = (tried.results.first?.goals ?? []).indices.compactMap(tried.standing)
    guard let worst = standings.max(by: { $0.excess < $1.excess }), let figure = worst.figure,
      worst.excess > miss.map({ $0.expected / $0.goal.limit }) ?? 1
    else { return }
    miss = Confirmation.Miss(goal: worst.goal, expected: figure)
  }
}
