import Testing

@testable import BenchHarness

/// Checks that apply to every metric.
struct MetricTests {
  @Test func metricsHaveDistinctNamesAndTitles() {
    for metric in [Metric].standard {
      #expect(metric.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
      #expect(!metric.title.isEmpty && !metric.summary.isEmpty, "\(metric.name)")
    }
    #expect(Set([Metric].standard.map(\.name)).count == [Metric].standard.count)
    #expect(Set([Metric].standard.map(\.title)).count == [Metric].standard.count)
  }

  @Test(arguments: [
    (Metric.hitchRatio, "ms/s"), (.deliveryRate, "1/s"), (.latencyMax, "ms"), (.lateShare, "share"),
    (.cpuMainPerUpdate, "µs"), (.submitCost, "ns"), (.peakMemory, "MiB"),
    (.allocatedBytesPerUpdate, "B"), (.costRatio, ""), (.allocationsPerUpdate, ""),
  ])
  func nameEndsWithTheUnit(metric: Metric, unit: String) {
    #expect(metric.unit == unit)
  }

  /// If nothing happened or the trial has no length, each metric is missing or 0.
  @Test(arguments: [0.0, 1_000])
  func emptyTrialHasOnlyMissingOrZeroFigures(length: Double) {
    let log = TrialLog(milliseconds: length)
    for metric in [Metric].standard {
      let value = log.figure(metric)
      #expect(value == nil || value == 0, "\(metric.name): \(value ?? 0)")
      if length == 0, ["share", "1/s", "ms/s"].contains(metric.unit) {
        #expect(value == nil, "\(metric.name)")
      }
    }
  }
}
