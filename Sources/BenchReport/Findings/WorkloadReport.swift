import BenchHarness

package struct WorkloadReport: Encodable, Sendable {
  /// The strategy that others are compared with.
  package static let reference = "naive"

  package let workload: String
  package let group: DeliveryGroup
  package let cells: [CellSummary]
  package let sentences: [String]
  private let rivals: [CellSummary]

  private enum CodingKeys: String, CodingKey {
    case workload, cells, sentences
    case group = "delivery"
  }

  /// Nil without cells. `delivers` says whether a cell's strategy delivers anything.
  init?(
    _ group: DeliveryGroup, _ cells: [CellSummary], delivers: (CellSummary) -> Bool,
    _ families: [ParameterFamily], isBusy: Bool, ownBlock: Double
  ) {
    guard let workload = cells.first?.workload else { return nil }
    (self.workload, self.group, self.cells) = (workload, group, cells)
    let speaking = cells.filter(delivers)
    rivals = speaking.filter(\.isCorrect)
    let trade =
      Self.submission(rivals).map { [$0] }
      ?? Self.fastestAndLeastBusy(rivals, Certainty(speaking, isBusy: isBusy))
    sentences =
      [Self.unreliable(speaking)].compactMap { $0 } + trade
      + [Self.blocks(speaking, beyond: ownBlock)].compactMap { $0 }
      + families.compactMap { $0.sentence(on: speaking) }
  }

  package func isBest(_ cell: CellSummary, metric: Metric) -> Bool {
    let figures = rivals.compactMap { $0.median(metric) }
    let best = metric.direction == .lower ? figures.min() : figures.max()
    return metric.direction != .neither && Set(figures).count > 1 && cell.median(metric) == best
      && rivals.contains { $0.strategy == cell.strategy }
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
    func lowest(_ metric: Metric) -> (cell: CellSummary, figure: Double)? {
      rivals.compactMap { cell in cell.median(metric).map { (cell, $0) } }.min { $0.1 < $1.1 }
    }
    func similar(to best: CellSummary, _ metric: Metric) -> String {
      let others = rivals.filter { $0.strategy != best.strategy }
      return certainty.rivals(
        of: best.trials(metric), among: others.map { ($0.title, $0.trials(metric)) })
    }
    guard let (fastest, latency) = lowest(.latencyMean) else { return [] }
    let busy = fastest.median(.mainBusyShare)
    let using = busy.map { ", using \(FigureText.percent($0)) of main-thread time" } ?? ""
    let first =
      "\(fastest.title) has the lowest latency: \(FigureText.threeDigits(latency)) ms on average"
      + "\(using)\(similar(to: fastest, .latencyMean))."
    guard let (idlest, least) = lowest(.mainBusyShare), let wait = idlest.median(.latencyMean),
      let busy, least * Certainty.margin < busy
    else { return [first] }
    return [
      first,
      "\(idlest.title) uses the least main-thread time: \(FigureText.percent(least)), with "
        + "\(FigureText.threeDigits(wait)) ms of latency on average"
        + "\(similar(to: idlest, .mainBusyShare)).",
    ]
  }

  /// Names strategies that block for over 100 ms more than the workload's own longest block. People notice 100 ms.
  private static func blocks(_ cells: [CellSummary], beyond ownBlock: Double) -> String? {
    let blocking = cells.compactMap { cell in
      cell.median(.longestBlock).flatMap { $0 > ownBlock + 100 ? (cell.title, $0) : nil }
    }.sorted { $0.1 > $1.1 }.map { "\($0) (\(FigureText.threeDigits($1)) ms)" }
    guard !blocking.isEmpty else { return nil }
    return
      "\(blocking.some) \(blocking.verb("blocks", "block")) the main thread long enough to notice "
      + "(over 100 ms)."
  }
}
