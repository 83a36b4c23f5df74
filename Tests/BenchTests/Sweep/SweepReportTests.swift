import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite struct SweepReportTests {
  /// What one value was found to do.
  private struct Found {
    var latency: Double?
    var busy = 0.1
    var ratio: Double?
    var outcome = Outcome.ok
  }

  /// A report of what was found for each of the intervals on each workload.
  private func report(
    _ intervals: String, _ found: [(workload: String, values: [Found])]
  ) throws -> SweepReport {
    let sweep = try Sweep("throttle:interval=\(intervals)", from: .standard)
    let records = found.flatMap { workload, values in
      zip(sweep.steps, values).map { step, found in
        var record = Trial.made(
          strategy: step.selection.key, workload: workload, outcome: found.outcome)
        record.values["latency_p99_ms"] = found.latency
        record.values["latency_max_ms"] = found.latency.map { $0 + 1 } ?? 50
        record.values["main_busy_share"] = found.busy
        record.values["cost_ratio"] = found.ratio
        return record
      }
    }
    let cells = CellSummary.summaries(
      of: records, strategies: sweep.steps.map(\.selection.key), workloads: found.map(\.workload))
    return SweepReport(sweep, cells)
  }

  private let bend: [Found] = [
    Found(latency: 2, busy: 0.9, ratio: 3), Found(latency: 5, busy: 0.1, ratio: 1.2),
    Found(latency: 100, busy: 0.01, ratio: 9),
  ]

  @Test func kneeIsWhereTheCurveBends() throws {
    let curve = try #require(try report("1ms,5ms,100ms", [("uart", bend)]).curves.first)
    #expect(curve.knee == "5ms")
    #expect(curve.latencyMetric == "latency_p99_ms")
    #expect(
      curve.sentences == [
        "The knee is at 5ms: latency p99 5 ms with main busy 10 %.",
        "5ms comes nearest to the best possible, at 1.2 times its cost; the worst costs 9 times.",
      ])
  }

  @Test func valueThatAnotherBeatsInBothIsNotOnTheCurve() throws {
    let beaten = Found(latency: 101, busy: 0.5, ratio: 20)
    let curve = try #require(
      try report("1ms,5ms,100ms,7ms", [("uart", bend + [beaten])]).curves.first)
    #expect(curve.knee == "5ms")
  }

  @Test func longestLatencyStandsInWhereThereAreTooFewUpdatesForAPercentile() throws {
    let found = [Found(busy: 0.3), Found(busy: 0.2), Found(latency: 3)]
    let curve = try #require(try report("1ms,2ms,3ms", [("uart", found)]).curves.first)
    #expect(curve.latencyMetric == "latency_max_ms")
  }

  @Test(arguments: [
    (1, "no value trades"), (2, "only two values differ"), (3, "does not bend enough"),
  ])
  func curveWithoutAKneeSaysWhy(choices: Int, reason: String) throws {
    let found = (0..<3).map { position in
      let place = Double(min(position, choices - 1))
      return Found(latency: 10 - place, busy: 0.1 + place / 10)
    }
    let curve = try #require(try report("1ms,2ms,3ms", [("uart", found)]).curves.first)
    #expect(curve.knee == nil)
    #expect(curve.sentences.first?.contains(reason) == true, "\(curve.sentences)")
  }

  @Test func bestIsTheLeastRatioAndNobodyWhereAllAreEqual() throws {
    let curve = try #require(try report("1ms,5ms,100ms", [("uart", bend)]).curves.first)
    #expect(curve.points.map(curve.isBest) == [false, true, false])
    let equal = [Found(ratio: 2), Found(ratio: 2)]
    let flat = try #require(try report("1ms,2ms", [("uart", equal)]).curves.first)
    #expect(flat.points.map(flat.isBest) == [false, false])
    #expect(flat.sentences.last == "Every value costs 2 times the best possible.")
  }

  @Test func valuesThatTieAreNamedTogether() throws {
    let found = [Found(ratio: 2), Found(ratio: 2), Found(ratio: 3)]
    let curve = try #require(try report("1ms,2ms,3ms", [("uart", found)]).curves.first)
    #expect(curve.points.map(curve.isBest) == [true, true, false])
    #expect(curve.sentences.last?.hasPrefix("1ms, 2ms come nearest") == true)
  }

  @Test func valueThatFailedIsNeitherBestNorKneeAndIsNamed() throws {
    var found = bend
    found[1].outcome = .lost
    let curve = try #require(try report("1ms,5ms,100ms", [("uart", found)]).curves.first)
    #expect(curve.knee == nil)
    #expect(curve.points.map(curve.isBest) == [true, false, false])
    #expect(curve.sentences.first == "Not to be trusted here: 5ms (1 lost).")
  }

  @Test func worstCaseIsTakenOverAllWorkloads() throws {
    let other = [Found(ratio: 2), Found(ratio: 6), Found(ratio: 4)]
    let report = try report("1ms,5ms,100ms", [("uart", bend), ("steady", other)])
    let worst = try #require(report.worstCase)
    #expect(worst.value == "1ms")
    #expect(worst.ratio == 3)
    #expect(worst.workload == "uart")
    #expect(isClose(worst.mean, 6.0.squareRoot()))
    #expect(
      report.sentences == [
        """
        Over 2 workloads, 1ms has the best worst case: at most 3 times the best possible, on uart, \
        and 2.45 times in the geometric mean.
        """
      ])
  }

  @Test func equalWorstCasesAreSaidToBeEqual() throws {
    let equal = [Found(ratio: 2), Found(ratio: 2)]
    let report = try report("1ms,2ms", [("uart", equal), ("steady", equal)])
    #expect(report.sentences.first?.contains("every value has the same worst case") == true)
  }

  @Test func valueThatFailedSomewhereHasNoWorstCase() throws {
    var other = [Found(ratio: 2), Found(ratio: 6), Found(ratio: 4)]
    other[0].outcome = .hung
    let report = try report("1ms,5ms,100ms", [("uart", bend), ("steady", other)])
    #expect(report.worstCase?.value == "5ms")
  }

  @Test func workloadWithoutRatiosIsLeftOutOfTheWorstCase() throws {
    let none = [Found(), Found(), Found()]
    let report = try report("1ms,5ms,100ms", [("uart", bend), ("idle", none)])
    #expect(report.worstCase?.value == "5ms")
    #expect(report.worstCase?.workloads == 1)
    let nothing = try self.report(
      "1ms,2ms", [("a", [Found(), Found()]), ("b", [Found(), Found()])])
    #expect(nothing.worstCase == nil)
    #expect(nothing.sentences == ["No value has a cost ratio on every workload."])
  }

  @Test func tableHasARowForEachValueWithItsUnit() throws {
    let lines = ResultsTables.sweep(try report("1ms,1500us,300ms", [("uart", bend)]))
      .split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].hasPrefix(
        "schema,time,workload,strategy,parameter,value_ms,trials,failed_trials,is_knee,updates"))
    #expect(lines[2].hasPrefix("1,virtual,uart,throttle:interval=1500us,interval,1.5,1,0,yes,"))
    #expect(lines[3].hasPrefix("1,virtual,uart,throttle,interval,300,1,0,no,"))
  }
}
