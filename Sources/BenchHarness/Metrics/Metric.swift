/// A kind of figure that trials yield, with the name, unit and direction that tables, CSV files and gates use.
package struct Metric: Sendable {
  package enum Direction: String, Sendable {
    case lower
    case higher
    case neither
  }

  /// The key in CSV and JSON, including the unit.
  package let name: String
  package let title: String
  package let unit: String
  package let direction: Direction
  package let summary: String
  /// The metric's value in a trial; nil if it was not measured or is undefined.
  let value: @Sendable (TrialAnalysis) -> Double?
  package var pass: TrialPass {
    [Metric].allocations.contains { $0.name == name } ? .allocations : .timing
  }

  init(
    _ name: String, title: String, unit: String = "", better: Direction = .lower,
    _ summary: String, value: @escaping @Sendable (TrialAnalysis) -> Double?
  ) {
    (self.name, self.title, self.unit) = (name, title, unit)
    direction = better
    self.summary = summary
    self.value = value
  }
}

extension [Metric] {
  package static let standard: [Metric] = [
    .counts,
    .latency,
    .optimality,
    .staleness,
    .mainThread,
    .display,
    .frames,
    .submission,
    .processor,
    .memory,
    .allocations,
    .correctness,
  ].flatMap { (family: [Metric]) in family }

  package static func named(_ name: String) -> Metric? { standard.first { $0.name == name } }

  /// The default metrics of a comparison: in virtual time, all metrics measured there that have a preferred direction;
  /// in real time, four that are not totals. Totals hide a slow main thread, because it makes fewer deliveries.
  package static func usual(_ time: TimeMode) -> [Metric] {
    let names = [
      "cpu_main_per_delivery_us", "cpu_main_per_update_us", "latency_p50_ms", "submit_cost_ns",
    ]
    return time == .real
      ? names.compactMap(named)
      : standard.filter { $0.direction != .neither && !realTimeOnly.map(\.name).contains($0.name) }
  }

  /// The metrics that match a comma-separated list of names and globs.
  package static func chosen(_ list: String) throws -> [Metric] {
    let patterns = list.split(separator: ",").map { $0.filter { $0 != " " } }
    for pattern in patterns where !standard.contains(where: { matchesGlob(pattern, $0.name) }) {
      throw BenchError.unknownName(kind: "metric", name: pattern, choices: standard.map(\.name))
    }
    return standard.filter { metric in patterns.contains { matchesGlob($0, metric.name) } }
  }

  package static let realTimeOnly: [Metric] = .submission + .processor + .memory + .allocations
}

extension FigureText {
  /// Formats a value as ``threeDigits(_:)`` does; shares become percentages, without the % sign.
  package static func number(_ value: Double, metric name: String) -> String {
    threeDigits(unit(name) == "share" ? value * 100 : value)
  }

  package static func withUnit(_ value: Double, metric name: String) -> String {
    let words = ["": "", "share": " %", "1/s": " a second"]
    return number(value, metric: name) + (words[unit(name)] ?? " \(unit(name))")
  }

  private static func unit(_ name: String) -> String {
    [Metric].named(name)?.unit ?? ""
  }
}
