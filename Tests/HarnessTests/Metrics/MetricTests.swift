import Testing

@testable import BenchHarness

/// Checks that apply to every metric.
struct MetricTests {
  @Test func metricNamesIncludeTheirUnit() throws {
    let suffix = [
      "ms": "_ms", "ns": "_ns", "µs": "_us", "MiB": "_mib", "share": "_share",
      "ms/s": "_ms_per_s", "1/s": "_per_s", "B": "_bytes_per_update",
    ]
    for metric in [Metric].standard {
      let name = metric.name
      #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
      #expect(!metric.title.isEmpty && !metric.summary.isEmpty, "\(name)")
      if metric.unit.isEmpty {
        #expect(suffix.values.allSatisfy { !name.hasSuffix($0) }, "\(name)")
      } else {
        #expect(name.hasSuffix(try #require(suffix[metric.unit])), "\(name)")
      }
    }
    #expect(Set([Metric].standard.map(\.name)).count == [Metric].standard.count)
    #expect(Set([Metric].standard.map(\.title)).count == [Metric].standard.count)
  }

  /// If nothing happened or the trial has no length, each metric is missing or 0.
  @Test(arguments: [0.0, 1_000])
  func emptyTrialHasOnlyMissingOrZeroFigures(length: Double) {
    var hand = HandMadeLog()
    hand.end = length
    for metric in [Metric].standard {
      let value = metric.value(hand.analysis)
      #expect(value == nil || value == 0, "\(metric.name): \(value ?? 0)")
      if length == 0, ["share", "1/s", "ms/s"].contains(metric.unit) {
        #expect(value == nil, "\(metric.name)")
      }
    }
  }
}
