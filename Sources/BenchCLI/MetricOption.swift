import ArgumentParser
import BenchHarness

struct MetricOption: ParsableArguments {
  @Option(
    list: "Use these metrics: names or globs, separated by commas (see 'bench list metrics').",
    completion: .metrics)
  var metric: String?

  func chosen() throws -> [Metric]? { try metric.map { try [Metric].chosen($0) } }
}
