import BenchHarness
import BenchMath

/// How far figures of a run can be trusted to be in that order again.
struct Certainty {
  /// A difference under a tenth is not worth a sentence that tells people to choose.
  static let margin = 1.1

  /// Whether nothing is left to chance.
  let isExact: Bool
  /// Whether the figures are exact, or from enough trials on a quiet machine.
  let isSure: Bool
  /// What to keep in mind where they are not; nil where they are.
  let note: String?

  /// That of `cells`, as far as they are correct, from a machine that was busy or not.
  init(_ cells: [CellSummary], isBusy: Bool = false) {
    isExact = cells.allSatisfy { $0.time == .virtual }
    let trials = cells.filter(\.isCorrect).compactMap { $0.figures.values.map(\.count).max() }.min()
    let isSure = isExact || (!isBusy && (trials ?? 0) >= MedianInterval.fewest)
    self.isSure = isSure
    note = trials.flatMap { trials in
      let count = trials == 1 ? "One trial each" : "Few trials each"
      return isSure
        ? nil : "\(isBusy ? "The machine was busy" : count): small differences may be noise."
    }
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
    let trade = submitCost.map { [$0] } ?? [soonest, asSoon, leastBusy]
    return ([failures, refusals] + trade + [blocks, starved]).compactMap { $0 }
  }

  private func lowest(_ metric: String) -> CellSummary? {
    rivals.filter { $0.median(metric) != nil }
      .min { ($0.median(metric) ?? 0) < ($1.median(metric) ?? 0) }
  }

  private var failures: String? {
    let failed = cells.filter { !$0.isCorrect }.map { "\($0.title) (\($0.failures))" }
    return failed.isEmpty ? nil : "Not reliable here: \(failed.joined(separator: ", "))."
  }

  private var soonest: String? {
    let metric = "latency_mean_ms"
    guard let best = lowest(metric), let latency = best.median(metric) else { return nil }
    let text = "\(best.title) has the lowest latency, \(figure(latency)) ms on average"
    guard let naive = cells.first(where: { $0.strategy == WorkloadReport.reference }),
      naive.strategy != best.strategy, let reference = naive.median(metric),
      let own = best.median("deliveries"), let others = naive.median("deliveries")
    else { return text + "." }
    let deliveries = own == 1 ? "1 delivery" : "\(figure(own)) deliveries"
    return "\(text) (naive: \(figure(reference)) ms)"
      + (own < others ? ", with \(deliveries) instead of \(figure(others))." : ".")
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
    let others = lowest(metric).map { asGood(as: $0, metric) } ?? []
    guard !others.isEmpty else { return nil }
    let names = others.map {
      certainty.isSure ? $0.title : "\($0.title) (\(figure($0.median(metric) ?? 0)) ms)"
    }
    let verb = others.count == 1 ? "is" : "are"
    return "\(names.listed) \(verb) \(certainty.isSure ? "as fast" : "close")."
  }

  private var leastBusy: String? {
    let metric = "main_busy_share"
    guard rivals.count > 1, let best = lowest(metric), let busy = best.median(metric),
      let soonest = lowest("latency_mean_ms"), let other = soonest.median(metric)
    else { return nil }
    guard best.strategy != soonest.strategy else {
      return asGood(as: best, metric).isEmpty
        ? "\(best.title) also uses the least main-thread time (\(figure(busy * 100)) %)."
        : "No strategy uses less main-thread time than \(best.title) (\(figure(busy * 100)) %)."
    }
    guard busy < other * 0.9, let latency = best.median("latency_mean_ms") else {
      return "No strategy uses much less main-thread time than \(soonest.title) "
        + "(\(figure(other * 100)) %)."
    }
    return "\(best.title) uses the least main-thread time (\(figure(busy * 100)) %; "
      + "\(soonest.title) \(figure(other * 100)) %) but averages \(figure(latency)) ms of latency."
  }

  private var submitCost: String? {
    let metric = "submit_cost_ns"
    guard let best = lowest(metric), let cost = best.median(metric),
      let worst = rivals.max(by: { ($0.median(metric) ?? 0) < ($1.median(metric) ?? 0) }),
      let dearest = worst.median(metric)
    else { return nil }
    return "\(best.title) is the cheapest to submit to (\(figure(cost)) ns per update), "
      + "\(worst.title) the most expensive (\(figure(dearest)) ns)."
  }

  /// 100 ms: the shortest block of the main thread that people notice.
  private var blocks: String? {
    let blocking = cells.compactMap { cell in
      cell.median("longest_block_ms").flatMap { $0 > 100 ? (cell.title, $0) : nil }
    }
    let times = blocking.map(\.1)
    guard let least = times.min(), let most = times.max() else { return nil }
    guard blocking.count < cells.count || cells.count == 1 else {
      return "Every strategy blocks the main thread long enough to notice (over 100 ms), for "
        + "\(figure(least)) to \(figure(most)) ms."
    }
    let names = blocking.map { "\($0) (\(figure($1)) ms)" }.listed
    return "\(names) \(blocking.count == 1 ? "blocks" : "block") the main thread long enough to "
      + "notice (over 100 ms)."
  }

  /// Under half of its heartbeats: whatever else the main thread has to do comes late or not at all.
  private var starved: String? {
    list("Other work on the main thread starves with", "heartbeat_share") {
      $0 < 0.5 ? "\(figure($0 * 100)) % of its heartbeats ran" : nil
    }
  }

  private var refusals: String? {
    list("The view refused updates from", "invalid_updates") { $0 > 0 ? figure($0) : nil }
  }

  /// Names the cells of whose figure there is something to say.
  private func list(_ beginning: String, _ metric: String, _ text: (Double) -> String?) -> String? {
    let named = cells.compactMap { cell in
      cell.median(metric).flatMap(text).map { "\(cell.title) (\($0))" }
    }
    return named.isEmpty ? nil : "\(beginning) \(named.joined(separator: ", "))."
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}
