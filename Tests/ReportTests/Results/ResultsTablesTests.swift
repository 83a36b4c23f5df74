import Testing

@testable import BenchHarness
@testable import BenchReport

struct ResultsTablesTests {
  private func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func cells(_ records: [Trial]) -> [CellSummary] {
    CellSummary.summaries(of: records, strategies: ["naive"], workloads: ["uart"])
  }

  @Test func missingFigureHasNoColumnOrAnEmptyField() throws {
    let record = Trial.made(
      outcome: .crashed, detail: "exited with code 7", values: ["deliveries": 4])
    let rows = rows(ResultsTables.trials([record]))
    let header = rows[0]
    let fields = Dictionary(uniqueKeysWithValues: zip(header, rows[1]))
    #expect(fields["schema"] == "1")
    #expect(fields["outcome"] == "crashed")
    #expect(fields["detail"] == "exited with code 7")
    #expect(fields["deliveries"] == "4")
    #expect(fields["lost_updates"] == nil, "No trial has it, and time is virtual.")
    let both = self.rows(ResultsTables.trials([record, .made(values: ["lost_updates": 0])]))
    #expect(both[1][both[0].firstIndex(of: "lost_updates") ?? 0] == "")
  }

  @Test func parametersOfStrategiesAreColumns() throws {
    let strategies = try Selection.parse(
      "throttle:interval=20ms,frame,budget:share=10%", from: [StrategyEntry].standard)
    let table = StrategyTable(strategies)
    let records = strategies.map { Trial.made(strategy: $0.key, values: ["deliveries": 1]) }
    let trials = rows(ResultsTables.trials(records, table))
    #expect(trials[0].suffix(4) == ["deliveries", "interval_ms", "period_ms", "share"])
    #expect(trials[1].suffix(3) == ["20", "", ""])
    #expect(trials[2].suffix(3) == ["", "16.666666", ""])
    #expect(trials[3].suffix(3) == ["", "", "0.1"])
    let lines = table.csv.split(separator: "\n")
    #expect(lines[2].hasPrefix("1,frame,frame,reload,"), "\(lines)")
    #expect(lines[1].contains(".throttle(for: .milliseconds(20))"))
  }

  @Test func summaryHasARowForEachExistingFigure() throws {
    let records = (1...6).map {
      Trial.made(trial: $0, values: ["deliveries": Double($0), "updates": 10])
    }
    let table = rows(ResultsTables.summary(cells(records)))
    #expect(
      table[0] == [
        "schema", "time", "strategy", "workload", "metric", "unit", "better", "trials", "median",
        "ci95_low", "ci95_high",
      ])
    #expect(table[1].dropFirst(4) == ["updates", "", "neither", "6", "10", "10", "10"])
    #expect(table[2].dropFirst(4) == ["deliveries", "", "lower", "6", "3.5", "1", "6"])
    #expect(table.count == 3)
  }

  @Test func latencyTableHasARowForEachCurvePoint() throws {
    let record = Trial.made(latencies: [LatencyCount(nanoseconds: 2_000_000, count: 20)])
    let table = rows(ResultsTables.latency(cells([record])))
    #expect(
      table[0] == [
        "schema", "time", "strategy", "workload", "percentile", "latency_ms", "updates",
        "trials_low_ms", "trials_high_ms",
      ])
    #expect(table[1].prefix(5) == ["1", "virtual", "naive", "uart", "1"])
    #expect(table.last?.dropFirst(4) == ["100", "2", "20", "", ""])
    #expect(table.allSatisfy { $0.count == 9 })
  }
}

struct EventsTableTests {
  private static let update = TrialEvent(
    kind: .update, view: 0, intended: 1_000_000, start: 1_250_000, shown: 4_000_000)

  private func record(_ strategy: String, _ outcome: Outcome = .ok) -> Trial {
    var record = Trial.made(strategy: strategy, outcome: outcome)
    record.events = [Self.update]
    return record
  }

  @Test func timesAreInMillisecondsAndMissingTimesAreEmpty() throws {
    var record = record("naive")
    record.events?.append(TrialEvent(kind: .cut, start: 5_000_000))
    let lines = try #require(ResultsTables.events([record])).split(separator: "\n")
    #expect(
      lines[0].hasSuffix("event,view,intended_ms,start_ms,end_ms,shown_ms,latency_ms,delivery"))
    #expect(lines[1].hasSuffix(",update,0,1,1.25,,4,3,"))
    #expect(lines[2].hasSuffix(",cut,,,5,,,,"))
  }

  @Test func discardedTrialIsOmitted() throws {
    let table = ResultsTables.events([record("late", .void), record("naive")])
    #expect(try !#require(table).contains(",late,"))
    #expect(ResultsTables.events([record("late", .void)]) == nil)
  }
}
