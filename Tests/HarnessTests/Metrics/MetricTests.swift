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

/// Counts, broken promises, and the ratio to the optimum.
struct CountsTests {
  @Test func submittedButUnshownUpdatesCountAsLost() throws {
    var log = HandMadeLog()
    for time in 0..<5 { log.update(at: Double(time)) }
    log.update(at: 9, actual: nil)
    log.reload(shown: [2], 10, 12)
    log.application(of: [4], 13, 14)
    #expect(try log.figure("lost_updates") == 2)
    #expect(try log.figure("updates") == 5)
    #expect(try log.figure("latency_mean_ms") == (12 + 11 + 10) / 3)
  }

  @Test func deliveriesAreHandlerCallsNotTurns() throws {
    var log = HandMadeLog()
    for _ in 0..<6 { log.update(at: 1) }
    log.update(at: 9, actual: nil)
    log.application(of: [0, 1, 2], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(try log.figure("deliveries") == 4)
    #expect(try log.figure("coalescing_ratio") == 1.5)
    #expect(try log.figure("deliveries_per_s") == 4)
  }

  /// Order is checked for each view and producer, and only for row changes.
  @Test(
    arguments: [
      (views: [0, 0, 0, 0], producers: [0, 0, 0, 0], count: 2.0),
      (views: [0, 0, 0, 0], producers: [0, 1, 0, 1], count: 1),
      (views: [0, 1, 0, 1], producers: [0, 0, 0, 0], count: 1),
      (views: [0, 1, 2, 3], producers: [0, 0, 0, 0], count: 0),
    ] as [(views: [Int], producers: [Int], count: Double)])
  func updateShownAfterANewerOneIsOutOfOrder(views: [Int], producers: [Int], count: Double) throws {
    var log = HandMadeLog()
    (log.viewCount, log.producerCount) = (4, 2)
    for index in 0..<4 {
      log.update(at: Double(index), producer: producers[index], view: views[index])
    }
    log.application(of: [0, 3, 1, 2], 10, 12)
    log.reload(shown: (0..<2).map { number in Int32(producers.count { $0 == number }) }, 13, 14)
    #expect(try log.figure("out_of_order_updates") == count)
  }

  /// Two views get an update each at the same instant; reloads take 2 ms. The second reload waits for the first, but
  /// the optimum of a single view ignores the other. Off screen there is no layout cost.
  @Test func costOfTwoViewsIsComparedWithTheSumOfTheirOptima() throws {
    var hand = HandMadeLog()
    hand.viewCount = 2
    hand.update(at: 10, view: 0)
    hand.update(at: 10, view: 1)
    hand.reload(view: 0, shown: [2], 10, 12)
    hand.reload(view: 1, shown: [2], 12, 14)
    for isOnScreen in [true, false] {
      let costs = CostModel(visibleRows: isOnScreen ? 0 : 12, latencyPrice: 0.5)
      var plan = TrialPlan(
        updates: hand.log.updates, viewCount: 2, duration: .seconds(1), costs: costs)
      if !isOnScreen { plan.surroundings.offScreen = [0..<1_000_000_000] }
      var log = hand.log
      log.costs = costs
      let analysis = TrialAnalysis(log, leastCost: BestPossible(plan, .reload)?.leastCost)
      func figure(_ name: String) throws -> Double? {
        try Metric.named(name).value(analysis)
      }
      #expect(isClose(try figure("cost_ms"), 2 + 2 + 0.5 * (2 + 4)))
      #expect(isClose(try figure("optimum_ms"), 2 + 2 + 0.5 * (2 + 2)))
      #expect(isClose(try figure("cost_ratio"), 7 / 6))
    }
  }
}

struct CounterTests {
  private static let counters = {
    var counters = TrialCounters()
    counters.producerCPU = 3_000_000
    counters.mainCPU = 12_000_000
    counters.otherCPU = 500_000
    counters.voluntarySwitches = 42
    counters.peakMemoryBytes = 3 * 1_048_576 / 2
    (counters.allocations, counters.allocatedBytes) = (24, 720)
    counters.submitCosts = (1...200).reversed().map(Double.init)
    return counters
  }()

  @Test(arguments: [
    ("cpu_producers_ms", 3.0), ("cpu_main_ms", 12), ("cpu_other_ms", 0.5),
    ("voluntary_switches", 42), ("peak_memory_mib", 1.5), ("cpu_main_per_delivery_us", 6_000),
    ("cpu_main_per_update_us", 2_000), ("submit_cost_ns", 100.5), ("submit_cost_p90_ns", 180),
    ("allocations_per_update", 4), ("allocated_bytes_per_update", 120),
  ])
  func countersAreReportedInTheirUnits(metric: String, expected: Double) throws {
    var log = HandMadeLog()
    for _ in 0..<6 { log.update(at: 1) }
    // An update that a delivery should have submitted.
    log.update(at: 1, actual: nil)
    log.reload(shown: [3], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(try log.figure(metric, counters: Self.counters) == expected)
    #expect(try log.figure(metric) == nil)
  }

  /// Early updates count as punctual; p99 needs 1 000 updates.
  @Test func latenessIsActualMinusIntendedTime() throws {
    var log = HandMadeLog()
    log.update(at: 500, actual: 490)
    for number in 2...999 { log.update(at: 500, actual: 500 + Double(number) / 100) }
    #expect(try log.figure("producer_lateness_p99_ms") == nil)
    log.update(at: 500, actual: 510)
    log.update(at: 500, actual: nil)
    #expect(try log.figure("producer_lateness_p99_ms") == 9.9)
    #expect(try log.figure("producer_lateness_max_ms") == 10)
    var unpaced = log.log
    unpaced.isPaced = false
    #expect(TrialAnalysis(unpaced).lateness.max == nil)
  }
}
