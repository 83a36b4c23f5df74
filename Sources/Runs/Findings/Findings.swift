import Harness

/// Says in words what the figures of one workload mean.
struct Findings {
  let cells: [CellSummary]
  let rivals: [CellSummary]

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
      + failed.map { "\($0.strategy) (\($0.failures))" }.joined(separator: ", ") + "."
  }

  private var soonest: String? {
    let metric = "latency_mean_ms"
    guard let best = lowest(metric), let latency = median(best, metric) else { return nil }
    let text = "\(best.strategy) shows an update soonest, after \(figure(latency)) ms on average"
    guard let naive = cells.first(where: { $0.strategy == WorkloadReport.reference }),
      naive.strategy != best.strategy, let reference = median(naive, metric),
      let own = median(best, "deliveries"), let others = median(naive, "deliveries")
    else { return text + "." }
    return text + ", where naive takes \(figure(reference)) ms"
      + (own < others ? ", with \(deliveries(own)) instead of \(figure(others))." : ".")
  }

  /// Whose interval reaches down to that of the best; without intervals, whose figure is the same.
  private func asGood(as best: CellSummary, _ metric: String) -> [CellSummary] {
    guard let least = best.figures[metric] else { return [] }
    return rivals.filter { cell in
      guard cell.strategy != best.strategy, let own = cell.figures[metric] else { return false }
      return own.low ?? own.median <= least.high ?? least.median
    }
  }

  private var asSoon: String? {
    let metric = "latency_mean_ms"
    guard let best = lowest(metric) else { return nil }
    let others = asGood(as: best, metric)
    guard let last = others.last?.strategy else { return nil }
    let first = others.dropLast().map(\.strategy).joined(separator: ", ")
    return "As far as these trials tell, "
      + (first.isEmpty ? "\(last) is as soon." : "\(first) and \(last) are as soon.")
  }

  /// Differences under a tenth are not worth a sentence that tells people to choose.
  private var leastBusy: String? {
    let metric = "main_busy_share"
    guard rivals.count > 1, let best = lowest(metric), let busy = median(best, metric),
      let soonest = lowest("latency_mean_ms"), let other = median(soonest, metric)
    else { return nil }
    guard best.strategy != soonest.strategy else {
      guard asGood(as: best, metric).isEmpty else {
        return "As far as these trials tell, nothing keeps main less busy than \(best.strategy), "
          + "\(figure(busy * 100)) % of the time."
      }
      return "\(best.strategy) also keeps main least busy, \(figure(busy * 100)) % of the time."
    }
    guard busy < other * 0.9, let latency = median(best, "latency_mean_ms") else {
      return "No strategy keeps main much less busy than \(soonest.strategy), "
        + "\(figure(other * 100)) % of the time."
    }
    return """
      \(best.strategy) keeps main least busy, \(figure(busy * 100)) % of the time against \
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
      \(best.strategy) is cheapest to submit to, \(figure(cost)) ns an update, and \
      \(worst.strategy) dearest, \(figure(dearest)) ns.
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
      + blocking.map { "\($0.strategy) (\(figure(median($0, "longest_block_ms") ?? 0)) ms)" }
      .joined(separator: ", ") + "."
  }

  /// Under half of its heartbeats: whatever else main has to do comes late or not at all.
  private var starved: String? {
    list("Other work of main starves with", "heartbeat_share", of: cells) {
      $0 < 0.5
    } text: {
      "\(figure($0 * 100)) % of its heartbeats heard"
    }
  }

  private var refusals: String? {
    list("The view refused updates of", "invalid_updates", of: cells) {
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
      median(cell, metric).flatMap { isNamed($0) ? "\(cell.strategy) (\(text($0)))" : nil }
    }
    return named.isEmpty ? nil : "\(beginning) \(named.joined(separator: ", "))."
  }

  private func deliveries(_ count: Double) -> String {
    count == 1 ? "1 delivery" : "\(figure(count)) deliveries"
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
