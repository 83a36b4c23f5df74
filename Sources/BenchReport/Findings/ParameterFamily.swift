import BenchHarness
import BenchMath
import Foundation

/// Selections of one strategy that differ in the value of one parameter only, as a range makes them,
/// and what the values trade, in words.
package struct ParameterFamily: Sendable {
  /// Two values do not make a curve.
  private static let fewest = 3

  private let strategy: String
  private let parameter: Parameter
  private let values: [(key: String, text: String)]

  /// Those of at least three values among `selections`.
  package static func families(
    of selections: [Selection<StrategyEntry>]
  ) -> [ParameterFamily] {
    selections.map(\.entry.name).distinct.flatMap { name -> [ParameterFamily] in
      let own = selections.filter { $0.entry.name == name }
      return own[0].entry.parameters.flatMap { parameter -> [ParameterFamily] in
        let others = own.map { $0.key(without: parameter.name) }
        return others.distinct.map { strategy in
          let members = zip(own, others).filter { $0.1 == strategy }.map(\.0)
          return ParameterFamily(
            strategy: strategy, parameter: parameter,
            values: members.map { ($0.key, $0.values.text(of: parameter)) })
        }.filter { $0.values.count >= fewest }
      }
    }
  }

  private var title: String { "\(strategy.readableKey)'s \(parameter.name)" }

  /// What the values do on one workload: where the knee is, and which is best.
  func sentences(on cells: [CellSummary]) -> [String] {
    let points = points(in: cells)
    return points.count < Self.fewest ? [] : [knee(points), best(points)].compactMap { $0 }
  }

  /// What the values do on all workloads together, and which is the default.
  func sentences(over cells: [CellSummary]) -> [String] {
    [worstCase(cells), defaultValue].compactMap { $0 }
  }

  private struct Point {
    let value: String
    let cell: CellSummary

    func figure(_ metric: String) -> Double? {
      cell.isCorrect ? cell.median(metric) : nil
    }
  }

  private func points(in cells: [CellSummary]) -> [Point] {
    values.compactMap { value in
      cells.first { $0.strategy == value.key }.map {
        Point(value: value.text.readableKey, cell: $0)
      }
    }
  }

  private func knee(_ points: [Point]) -> String {
    let latency = LatencyFigure(for: points.map(\.cell))
    let frontier = Self.frontier(points, latency.metric)
    guard
      let position = Kneedle.knee(places: frontier.map(\.busy), heights: frontier.map(\.latency))
    else {
      let cause =
        switch frontier.count {
        case 0, 1: "no value trades latency for main-thread time"
        case 2: "only two values differ in what they trade"
        default: "the curve of latency against main-thread time does not bend enough"
        }
      return "\(title) has no knee: \(cause)."
    }
    let knee = frontier[position]
    return """
      The knee of \(title) is at \(knee.value): \(latency.title) \(figure(knee.latency)) ms with \
      the main thread busy \(figure(knee.busy * 100)) %.
      """
  }

  /// The values that no other beats in both latency and main-thread time, by ascending main-thread
  /// time and falling latency.
  private static func frontier(
    _ points: [Point], _ metric: String
  ) -> [(value: String, busy: Double, latency: Double)] {
    let all = points.enumerated().compactMap { position, point in
      point.figure("main_busy_share").flatMap { busy in
        point.figure(metric).map { (busy: busy, latency: $0, position: position) }
      }
    }
    return all.sorted { ($0.busy, $0.latency, $0.position) < ($1.busy, $1.latency, $1.position) }
      .reduce(into: []) { frontier, point in
        if point.latency < frontier.last?.latency ?? .infinity {
          frontier.append((points[point.position].value, point.busy, point.latency))
        }
      }
  }

  private func best(_ points: [Point]) -> String? {
    let ratios = points.compactMap { $0.figure("cost_ratio") }
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    guard least < most else {
      return "Every value of \(title) costs \(figure(least)) times the best possible."
    }
    let best = points.filter { $0.figure("cost_ratio") == least }.map(\.value)
    return """
      Of the values of \(title), \(best.listed) \(best.count == 1 ? "comes" : "come") nearest to the \
      best possible, at \(figure(least)) times its cost; the worst costs \(figure(most)) times.
      """
  }

  /// The value whose greatest cost ratio is the least. One that failed somewhere has none.
  private func worstCase(_ cells: [CellSummary]) -> String? {
    let workloads = cells.map(\.workload).distinct
    guard workloads.count > 1 else { return nil }
    let places = workloads.map { workload in points(in: cells.filter { $0.workload == workload }) }
      .filter { $0.contains { $0.figure("cost_ratio") != nil } }
    typealias Ratio = (ratio: Double, workload: String)
    let cases = values.compactMap { value -> (value: String, worst: Ratio, mean: Double)? in
      let ratios = places.compactMap { points -> Ratio? in
        points.first { $0.cell.strategy == value.key }.flatMap { point in
          point.figure("cost_ratio").map { ($0, point.cell.workload) }
        }
      }
      guard ratios.count == places.count, let worst = ratios.max(by: { $0.ratio < $1.ratio }) else {
        return nil
      }
      let mean = exp(ratios.reduce(0) { $0 + log($1.ratio) } / Double(ratios.count))
      return (value.text.readableKey, worst, mean)
    }
    guard let best = cases.min(by: { ($0.worst.ratio, $0.mean) < ($1.worst.ratio, $1.mean) }) else {
      return "No value of \(title) has a cost ratio on every workload."
    }
    let isEqual = cases.count > 1 && cases.allSatisfy { $0.worst.ratio == best.worst.ratio }
    return """
      Over \(places.count) workloads, \
      \(isEqual ? "every value of \(title) has the same" : "\(best.value) for \(title) has the best") \
      worst case: at most \(figure(best.worst.ratio)) times the best possible, on \
      \(best.worst.workload.readableKey), and \(figure(best.mean)) times in the geometric mean.
      """
  }

  /// The key of a default does not say its value.
  private var defaultValue: String? {
    values.first { $0.key == strategy }.map { value in
      "\(strategy) alone is \(strategy):\(parameter.name)=\(value.text)."
    }
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}

extension Selection<StrategyEntry> {
  /// The key without that parameter.
  fileprivate func key(without parameter: String) -> String {
    key.split(separator: ":").filter { !$0.hasPrefix("\(parameter)=") }.joined(separator: ":")
  }
}
