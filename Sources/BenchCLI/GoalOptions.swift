import ArgumentParser
import BenchHarness
import BenchReport

struct GoalOptions: ParsableArguments {
  enum LatencyPercentile: String, CaseIterable, ExpressibleByArgument {
    case mean, p50, p90, p99
    case p99p9 = "p99.9"
    case max

    var metric: Metric? { [Metric].named("latency_\(rawValue.replacing(".", with: "_"))_ms") }
  }

  @Option(duration: "The longest time an update may wait to be shown.")
  var maxLatency: Duration?

  @Option(
    help: .hidden(
      "percentile",
      "The latency that --max-latency limits (default: p99, or max if there are too few updates)."))
  var latencyPercentile: LatencyPercentile?

  @Option(share: "The share of main-thread time that deliveries may take, as in 30%.")
  var maxMainBusy: Double?

  @Option(help: .value("number", "The most deliveries per second, on average."))
  var maxDeliveriesPerSecond: Double?

  @Option(
    share: "The share of recordings that must meet the goals, as in 95% (default: all). "
      + "Settings are ranked by their worst recording within this share.",
    name: .customLong("for"), visibility: .hidden)
  var share: Double?

  func validate() throws {
    if let maxLatency, maxLatency <= .zero {
      throw ValidationError("--max-latency is \(maxLatency.text); it must be more than 0.")
    }
    if latencyPercentile != nil && maxLatency == nil {
      throw ValidationError("--latency-percentile needs --max-latency.")
    }
    if let rate = maxDeliveriesPerSecond, !(rate > 0 && rate <= 1e9) {
      throw ValidationError(
        "--max-deliveries-per-second is \(rate); it must be more than 0 and at most 1e9.")
    }
  }

  var goals: [Goal] {
    [
      maxLatency.map { .latency(latencyPercentile?.metric ?? .latencyP99, atMost: $0) },
      maxMainBusy.map { .mainBusy(atMost: $0) },
      maxDeliveriesPerSecond.map { .deliveries(atMost: $0) },
    ].compactMap { $0 }
  }
}
