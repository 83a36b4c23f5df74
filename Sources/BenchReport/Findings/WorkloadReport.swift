import BenchHarness

package struct WorkloadReport: Encodable, Sendable {
  /// The strategy that others are compared with.
  package static let reference = "naive"

  package let workload: String
  package let group: DeliveryGroup
  package let cells: [CellSummary]
  package let findings: [Finding]
  private let best: [String: Double]
  private let rivals: Set<String>

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
    findings =
      [Self.unreliable(speaking)].compactMap { $0 } + trade
      + [Self.blocks(speaking, beyond: ownBlock)].compactMap { $0 }
      + families.compactMap { $0.finding(on: speaking) }
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

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "workload": workload, "delivery": group, "cells": cells,
      "sentences": findings.map(\.sentence),
    ])
  }

  private static func unreliable(_ cells: [CellSummary]) -> Finding? {
    let remarks = cells.compactMap { cell -> Finding.Remark? in
      let refused = cell.median(.invalidUpdates).flatMap {
        $0 > 0 ? "updates refused by the view: \(FigureText.threeDigits($0))" : nil
      }
      let causes = [cell.isCorrect ? nil : cell.failures, refused].compactMap { $0 }
      return causes.isEmpty ? nil : (cell.title, causes.joined(separator: ", "))
    }
    return remarks.isEmpty ? nil : .unreliable(remarks)
  }

  /// A finding about submission costs; nil unless the workload measures them. Its view then costs nothing to update.
  private static func submission(_ rivals: [CellSummary]) -> Finding? {
    let costs = rivals.compactMap { cell in
      cell.median(.submitCost).map { (name: cell.title, cost: $0) }
    }
    guard let best = costs.min(by: { $0.cost < $1.cost }),
      let worst = costs.max(by: { $0.cost < $1.cost })
    else { return nil }
    return .cheapestSubmission(best.name, best.cost, dearest: worst.name, worst.cost)
  }

  private static func fastestAndLeastBusy(
    _ rivals: [CellSummary], _ certainty: Certainty
  ) -> [Finding] {
    let (latency, busy) = (Metric.latencyMean, Metric.mainBusyShare)
    func lowest(_ metric: Metric) -> (cell: CellSummary, figure: Double)? {
      rivals.compactMap { cell in cell.median(metric).map { (cell, $0) } }.min { $0.1 < $1.1 }
    }
    guard let (fastest, figure) = lowest(latency) else { return [] }
    func similar(to best: CellSummary, _ metric: Metric) -> Finding.Rivals {
      let others = rivals.filter { $0.strategy != best.strategy }.map {
        (name: $0.title, trials: $0.trials(metric))
      }
      return certainty.rivals(of: best.trials(metric), among: others)
    }
    let first = Finding.fastest(
      fastest.title, latency: figure, busy: fastest.median(busy), similar(to: fastest, latency))
    guard let (idlest, least) = lowest(busy), let own = fastest.median(busy),
      let price = idlest.median(latency), least * Certainty.margin < own
    else { return [first] }
    return [
      first, .leastBusy(idlest.title, busy: least, latency: price, similar(to: idlest, busy)),
    ]
  }

  /// Names strategies that block for over 100 ms more than the workload's own longest block. People notice 100 ms.
  private static func blocks(_ cells: [CellSummary], beyond ownBlock: Double) -> Finding? {
    let blocking = cells.compactMap { cell in
      cell.median(.longestBlock).flatMap { $0 > ownBlock + 100 ? (cell.title, $0) : nil }
    }.sorted { $0.1 > $1.1 }
    return blocking.isEmpty ? nil : .blocks(blocking)
  }
}
