import BenchHarness

package enum Weighing: String, Codable, Sendable {
  case cost
  case mainBusy
  case latency

  /// Weighs cost if a price is set, or goals are mixed or absent; main-thread time for latency goals; else latency.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  /// The quantity to minimize, for messages.
  var measure: String { terms.measure }
  /// The metrics that decide whether two candidates are about equal.
  var metrics: [Metric] { terms.metrics }

  private var terms: (measure: String, metrics: [Metric]) {
    switch self {
    case .cost: ("cost", LeastDifference.metrics)
    case .mainBusy: ("main-thread time", [.mainBusyShare])
    case .latency: ("mean latency", [.latencyMean, .latencyMax])
    }
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    self == .cost ? result.cost(price: price) : result.cell.median(metrics[0]) ?? .infinity
  }
}
