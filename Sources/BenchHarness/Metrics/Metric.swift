/// A kind of figure that trials yield, with the name, unit and direction that tables, CSV files and gates use.
package struct Metric: Sendable {
  package enum Direction: String, Sendable {
    case lower
    case higher
    case neither
  }

  /// The key in CSV and JSON, which ends with the unit.
  package let name: String
  package let title: String
  package let unit: String
  package let direction: Direction
  package let summary: String
  /// The metric's value in a trial; nil if it was not measured or is undefined.
  let value: @Sendable (TrialAnalysis) -> Double?
  /// Whether the metric is a maximum, so that the largest value of several trials counts.
  var isOfWorstMoment: Bool {
    [.latencyUrgentMax, .longestBlock, .largestJump, .longestFreeze].contains(self)
  }
  package var pass: TrialPass { [Metric].allocations.contains(self) ? .allocations : .timing }

  private static let units = [
    ("_ms_per_s", "ms/s"), ("_per_s", "1/s"), ("_ms", "ms"), ("_us", "µs"), ("_ns", "ns"),
    ("_share", "share"), ("_mib", "MiB"), ("_bytes_per_update", "B"),
  ]

  /// Without a title, the name is the title, without its unit.
  init(
    _ name: String, title: String? = nil, better: Direction = .lower, _ summary: String,
    value: @escaping @Sendable (TrialAnalysis) -> Double?
  ) {
    let (ending, unit) = Self.units.first { name.hasSuffix($0.0) } ?? ("", "")
    self.name = name
    self.title = title ?? String(name.dropLast(ending.count)).replacing("_", with: " ")
    self.unit = unit
    direction = better
    self.summary = summary
    self.value = value
  }
}

/// Metrics are compared and encoded by name.
extension Metric: RawRepresentable, Hashable, Codable {
  package var rawValue: String { name }

  package init?(rawValue: String) {
    guard let metric = [Metric].named(rawValue) else { return nil }
    self = metric
  }
}

extension [String: Double] {
  package subscript(_ metric: Metric) -> Double? {
    get { self[metric.name] }
    set { self[metric.name] = newValue }
  }
}

extension [Metric] {
  /// All metrics, in the order of the columns in CSV.
  package static let standard: [Metric] = [
    [.updates, .deliveries, .deliveryRate, .coalescingRatio], latency, felt,
    [
      .largestJump, .longestFreeze, .leastJump, .cost, .optimum, .costRatio, .staleShare,
      .mainBusyShare, .longestBlock, .inputDelayP99, .mainWakeUps, .heartbeatShare,
      .mainCoreChanges, .hitchRatio, .frameRate, .framesMissed, .timeToPaintMean, .timeToPaintP99,
      .handlerMean, .layoutMean, .paintMean,
    ],
    realTimeOnly, correctness,
  ].flatMap { (family: [Metric]) in family }

  package static let realTimeOnly: [Metric] =
    [
      .submitCost, .submitCostP90, .producerLatenessP99, .producerLatenessMax, .cpuProducers,
      .cpuMain, .cpuOther, .cpuMainPerDelivery, .cpuMainPerUpdate, .voluntarySwitches,
      .peakMemory,
    ] + allocations

  private static let byName = Dictionary(uniqueKeysWithValues: standard.map { ($0.name, $0) })

  package static func named(_ name: String) -> Metric? { byName[name] }

  /// The default metrics of a comparison: in virtual time, all metrics measured there that have a preferred direction;
  /// in real time, four that are not totals. Totals hide a slow main thread, because it makes fewer deliveries.
  package static func usual(_ time: TimeMode) -> [Metric] {
    time == .real
      ? [.cpuMainPerDelivery, .cpuMainPerUpdate, .latencyP50, .submitCost]
      : standard.filter { $0.direction != .neither && !realTimeOnly.contains($0) }
  }

  /// The metrics that match a comma-separated list of names and globs.
  package static func chosen(_ list: String) throws -> [Metric] {
    let patterns = list.split(separator: ",").map { $0.filter { $0 != " " } }
    for pattern in patterns where !standard.contains(where: { matchesGlob(pattern, $0.name) }) {
      throw BenchError.unknownName(kind: "metric", name: pattern, choices: standard.map(\.name))
    }
    return standard.filter { metric in patterns.contains { matchesGlob($0, metric.name) } }
  }
}

extension FigureText {
  /// Formats a value as ``threeDigits(_:)`` does; shares become percentages, without the % sign.
  package static func number(_ value: Double, _ metric: Metric) -> String {
    threeDigits(metric.unit == "share" ? value * 100 : value)
  }

  package static func withUnit(_ value: Double, _ metric: Metric) -> String {
    let words = ["": "", "share": " %", "1/s": " a second"]
    return number(value, metric) + (words[metric.unit] ?? " \(metric.unit)")
  }
}
