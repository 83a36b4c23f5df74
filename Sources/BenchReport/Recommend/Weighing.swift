import BenchHarness

/// How to choose between settings that meet the goals.
package enum Weighing: String, Codable, Sendable {
  /// Without goals: the largest share of a limit that is used (``Limit``).
  case felt
  /// With goals: main-thread time over active time, among settings with the fewest hitches and the most pictures.
  case mainBusy
  /// With a price: main-thread time + price × waiting.
  case cost

  package init(_ goals: [Goal], hasPrice: Bool) {
    self = hasPrice ? .cost : goals.isEmpty ? .felt : .mainBusy
  }

  /// The quantity to minimize, for messages.
  var measure: String {
    switch self {
    case .felt: "share of a limit"
    case .mainBusy: "main-thread time"
    case .cost: "cost"
    }
  }

  /// The metrics that decide whether two candidates are about equal.
  var metrics: [Metric] {
    switch self {
    case .felt: Noticeable.felt + [.mainBusyPeakShare]
    case .mainBusy: [.mainBusyActiveShare, .hitchRatio, .picturesPerSecond]
    case .cost: [.mainBusyActiveShare, .latencyMean, .latencyMax]
    }
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    switch self {
    case .felt: Limit.uses(result.cell).map(\.share).max() ?? .infinity
    case .mainBusy: result.cell.median(.mainBusyActiveShare) ?? .infinity
    case .cost: result.cost(price: price)
    }
  }
}
