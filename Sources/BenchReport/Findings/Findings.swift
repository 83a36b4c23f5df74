import BenchHarness
import BenchMath

/// How far figures of a run can be trusted to be in that order again.
package struct Certainty {
  /// A difference under a tenth is not worth a sentence that tells people to choose.
  static let margin = 1.1

  /// Whether the figures are exact, or from enough trials on a quiet machine.
  package let isSure: Bool
  /// Whether nothing is left to chance.
  let isExact: Bool

  /// That of `cells`, as far as they are correct, from a machine that was busy or not.
  package init(_ cells: [CellSummary], isBusy: Bool = false) {
    isExact = cells.allSatisfy { $0.time == .virtual }
    let trials = cells.filter(\.isCorrect).compactMap { $0.figures.values.map(\.count).max() }.min()
    isSure = isExact || (!isBusy && (trials ?? 0) >= MedianInterval.fewest)
  }

  /// Whether `other` may in truth be as little as `least`.
  func isClose(_ other: MedianInterval, to least: MedianInterval) -> Bool {
    let isInside = (other.low ?? other.median) <= (least.high ?? least.median)
    return isInside || (!isSure && other.median <= least.median * Self.margin)
  }
}

/// Says in words what the figures of one workload mean.
struct Findings {
  let cells: [CellSummary]
  let rivals: [CellSummary]
  private let certainty: Certainty

  init(cells: [CellSummary], rivals: [CellSummary], isBusy: Bool = false) {
    (self.cells, self.rivals) = (cells, rivals)
    certainty = Certainty(cells, isBusy: isBusy)
  }

  var sentences: [String] {
    [
      failures, refusals, submitCost ?? soonest, submitCost == nil ? asSoon : nil,
      submitCost == nil ? leastBusy : nil, blocks, starved,
    ]
    .compactMap { $0 }
  }

  private func median(_ cell: CellSummary, _ metric: String) -> Double? {
    cell.figures[metric]?.median
  }

  private func lowest(_ metric: String) -> CellSummary? {
    rivals.filter { median($0, metric) != nil }
      .min { (median($0, metric) ?? 0) < (median($1, metric) ?? 0) }
  }

  private var failures: String? {
    let failed = cells.filter { !$0.isCorrect }
    guard !failed.isEmpty else { return nil }
    return "Not to be trusted here: "
      + failed.map { "\($0.title) (\($0.failures))" }.joined(separator: ", ") + "."
  }

  private var soonest: String? {
    let metric = "latency_mean_ms"
    guard let best = lowest(metric), let latency = median(best, metric) else { return nil }
    let shows = certainty.isSure ? "shows" : "seems to show"
    let text = "\(best.title) \(shows) an update soonest, after \(figure(latency)) ms on average"
    guard let naive = cells.first(where: { $0.strategy == WorkloadReport.reference }),
      naive.strategy != best.strategy, let reference = median(naive, metric),
      let own = median(best, "deliveries"), let others = median(naive, "deliveries")
    else { return text + "." }
    return text + ", where naive takes \(figure(reference)) ms"
      + (own < others ? ", with \(deliveries(own)) instead of \(figure(others))." : ".")
  }

  private func asGood(as best: CellSummary, _ metric: String) -> [CellSummary] {
    guard let least = best.figures[metric] else { return [] }
    return rivals.filter { cell in
      guard cell.strategy != best.strategy, let own = cell.figures[metric] else { return false }
      return certainty.isClose(own, to: least)
    }
  }

  private var asSoon: String? {
    let metric = "latency_mean_ms"
    guard let best = lowest(metric) else { return nil }
    let others = asGood(as: best, metric)
    guard !others.isEmpty else { return nil }
    guard certainty.isSure else {
      let close = others.map { "\($0.title) (\(figure(median($0, metric) ?? 0)) ms)" }
      return "\(close.listed) \(close.count == 1 ? "is" : "are") close."
    }
    return "As far as these trials tell, \(others.map(\.title).listed) "
      + "\(others.count == 1 ? "is" : "are") as soon."
  }

  private var leastBusy: String? {
    let metric = "main_busy_share"
    let keeps = certainty.isSure ? "keeps" : "seems to keep"
    guard rivals.count > 1, let best = lowest(metric), let busy = median(best, metric),
      let soonest = lowest("latency_mean_ms"), let other = median(soonest, metric)
    else { return nil }
    guard best.strategy != soonest.strategy else {
      guard asGood(as: best, metric).isEmpty else {
        return "As far as these trials tell, nothing keeps main less busy than \(best.title), "
          + "\(figure(busy * 100)) % of the time."
      }
      return "\(best.title) also \(keeps) main least busy, \(figure(busy * 100)) % of the time."
    }
    guard busy < other * 0.9, let latency = median(best, "latency_mean_ms") else {
      return "No strategy \(keeps) main much less busy than \(soonest.title), "
        + "\(figure(other * 100)) % of the time."
    }
    return """
      \(best.title) \(keeps) main least busy, \(figure(busy * 100)) % of the time against \
      \(figure(other * 100)) %, and pays with \(figure(latency)) ms of latency on average.
      """
  }

  private var submitCost: String? {
    let metric = "submit_cost_ns"
    guard let best = lowest(metric), let cost = median(best, metric),
      let worst = rivals.max(by: { (median($0, metric) ?? 0) < (median($1, metric) ?? 0) }),
      let dearest = median(worst, metric)
    else { return nil }
    return """
      \(best.title) \(certainty.isSure ? "is" : "seems") cheapest to submit to, \(figure(cost)) ns an \
      update, and \(worst.title) dearest, \(figure(dearest)) ns.
      """
  }

  /// 100 ms: the shortest block of main that people notice.
  private var blocks: String? {
    let blocking = cells.filter { (median($0, "longest_block_ms") ?? 0) > 100 }
    guard !blocking.isEmpty else { return nil }
    let times = blocking.compactMap { median($0, "longest_block_ms") }.sorted()
    if blocking.count == cells.count, cells.count > 1, let least = times.first,
      let most = times.last
    {
      return """
        Main is blocked long enough to be noticed (over 100 ms) with every strategy, for \
        \(figure(least)) to \(figure(most)) ms.
        """
    }
    return "Main is blocked long enough to be noticed (over 100 ms) with "
      + blocking.map { "\($0.title) (\(figure(median($0, "longest_block_ms") ?? 0)) ms)" }
      .joined(separator: ", ") + "."
  }

  /// Under half of its heartbeats: whatever else main has to do comes late or not at all.
  private var starved: String? {
    list("Other work on main starves with", "heartbeat_share", of: cells) {
      $0 < 0.5
    } text: {
      "\(figure($0 * 100)) % of its heartbeats heard"
    }
  }

  private var refusals: String? {
    list("The view refused updates from", "invalid_updates", of: cells) {
      $0 > 0
    } text: {
      "\(figure($0))"
    }
  }

  private func list(
    _ beginning: String, _ metric: String, of cells: [CellSummary],
    where isNamed: (Double) -> Bool, text: (Double) -> String
  ) -> String? {
    let named = cells.compactMap { cell in
      median(cell, metric).flatMap { isNamed($0) ? "\(cell.title) (\(text($0)))" : nil }
    }
    return named.isEmpty ? nil : "\(beginning) \(named.joined(separator: ", "))."
  }

  private func deliveries(_ count: Double) -> String {
    count == 1 ? "1 delivery" : "\(figure(count)) deliveries"
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
