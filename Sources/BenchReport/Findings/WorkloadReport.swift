import BenchHarness

package struct WorkloadReport: Encodable, Sendable {
  /// The strategy that others are compared with.
  package static let reference = "naive"

  package let workload: String
  package let group: DeliveryGroup
  package let cells: [CellSummary]
  package let sentences: [String]
  private let best: [String: Double]
  private let rivals: Set<String>

  private enum CodingKeys: String, CodingKey {
    case workload, cells, sentences
    case group = "delivery"
  }

  init(
    _ workload: String, _ group: DeliveryGroup, _ cells: [CellSummary], _ groups: RunReport.Groups,
    _ families: [ParameterFamily], _ isBusy: Bool, ownBlock: Double
  ) {
    (self.workload, self.group, self.cells) = (workload, group, cells)
    let speaking = cells.filter { groups[$0.strategy] != nil }
    let rivals = speaking.filter(\.isCorrect)
    self.rivals = Set(rivals.map(\.strategy))
    best = [Metric].standard.reduce(into: [:]) { best, metric in
      let medians = rivals.compactMap { $0.median(metric) }
      guard Set(medians).count > 1, metric.direction != .neither else { return }
      best[metric.name] = metric.direction == .lower ? medians.min() : medians.max()
    }
    let trade =
      Self.submission(rivals).map { [$0] }
      ?? Self.fastestAndLeastBusy(rivals, Certainty(speaking, isBusy: isBusy))
    sentences =
      [Self.unreliable(speaking)].compactMap { $0 } + trade
      + [Self.blocks(speaking, beyond: ownBlock)].compactMap { $0 }
      + families.compactMap { $0.sentence(on: speaking) }
  }

  package func isBest(_ cell: CellSummary, metric: Metric) -> Bool {
    guard rivals.contains(cell.strategy), let best = best[metric.name] else { return false }
    return cell.median(metric) == best
  }

  package func ratioToReference(_ cell: CellSummary, metric: Metric) -> Double? {
    guard let own = cell.median(metric),
      let other = cells.first(where: { $0.strategy == Self.reference })?.median(metric), other > 0
    else { return nil }
    return own / other
  }

  private static func unreliable(_ cells: [CellSummary]) -> String? {
    let remarks = cells.compactMap { cell -> String? in
      let refused = cell.median(.invalidUpdates).flatMap {
        $0 > 0 ? "updates refused by the view: \(FigureText.threeDigits($0))" : nil
      }
      let causes = [cell.isCorrect ? nil : cell.failures, refused].compactMap { $0 }
      return causes.isEmpty ? nil : "\(cell.title) (\(causes.joined(separator: ", ")))"
    }
    return remarks.isEmpty ? nil : "Not reliable here: \(remarks.joined(separator: ", "))."
  }

  /// A sentence on submission costs; nil unless the workload measures them. Its view then costs nothing to update.
  private static func submission(_ rivals: [CellSummary]) -> String? {
    let costs = rivals.compactMap { cell in
      cell.median(.submitCost).map { (name: cell.title, cost: $0) }
    }
    guard let best = costs.min(by: { $0.cost < $1.cost }),
      let worst = costs.max(by: { $0.cost < $1.cost })
    else { return nil }
    return "\(best.name) is the cheapest to submit to (\(FigureText.threeDigits(best.cost)) ns per "
      + "update), \(worst.name) the most expensive (\(FigureText.threeDigits(worst.cost)) ns)."
  }

  private static func fastestAndLeastBusy(
    _ rivals: [CellSummary], _ certainty: Certainty
  ) -> [String] {
    let (latency, busy) = (Metric.latencyMean, Metric.mainBusyShare)
    func lowest(_ metric: Metric) -> (cell: CellSummary, figure: Double)? {
      rivals.compactMap { cell in cell.median(metric).map { (cell, $0) } }.min { $0.1 < $1.1 }
    }
    guard let (fastest, figure) = lowest(latency) else { return [] }
    func similar(to best: CellSummary, _ metric: Metric) -> String {
      let others = rivals.filter { $0.strategy != best.strategy }.map {
        (name: $0.title, trials: $0.trials(metric))
      }
      return certainty.rivals(of: best.trials(metric), among: others)
    }
    let own = fastest.median(busy)
    let price = own.map { ", using \(FigureText.percent($0)) of main-thread time" } ?? ""
    let first =
      "\(fastest.title) has the lowest latency: \(FigureText.threeDigits(figure)) ms on average\(price)"
      + "\(similar(to: fastest, latency))."
    guard let (idlest, least) = lowest(busy), let own, let wait = idlest.median(latency),
      least * Certainty.margin < own
    else { return [first] }
    return [
      first,
      "\(idlest.title) uses the least main-thread time: \(FigureText.percent(least)), with "
        + "\(FigureText.threeDigits(wait)) ms of latency on average\(similar(to: idlest, busy)).",
    ]
  }

  /// Names strategies that block for over 100 ms more than the workload's own longest block. People notice 100 ms.
  private static func blocks(_ cells: [CellSummary], beyond ownBlock: Double) -> String? {
    let blocking = cells.compactMap { cell in
      cell.median(.longestBlock).flatMap { $0 > ownBlock + 100 ? (cell.title, $0) : nil }
    }.sorted { $0.1 > $1.1 }.map { "\($0) (\(FigureText.threeDigits($1)) ms)" }
    return blocking.isEmpty
      ? nil
      : "\(blocking.some) \(blocking.count == 1 ? "blocks" : "block") the main thread long enough to "
        + "notice (over 100 ms)."
  }
}
