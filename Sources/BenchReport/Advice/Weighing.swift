/// What decides among the candidates that meet the goals.
package enum Weighing: String, Encodable, Sendable {
  /// Main's time and waiting, at a price.
  case cost
  /// Main's time alone.
  case mainBusy
  /// The mean latency alone.
  case latency

  /// What decides under these goals. A limit on latency asks for the strategy that takes the least of
  /// main, and a limit on main's time for the soonest. Cost decides where a price was given, where both
  /// are limited, and where nothing is.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    switch self {
    case .cost: result.cost(price: price, of: price)
    case .mainBusy: result.figure("main_busy_share") ?? .infinity
    case .latency: result.figure("latency_mean_ms") ?? .infinity
    }
  }
}
