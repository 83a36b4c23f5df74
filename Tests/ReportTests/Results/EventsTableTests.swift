import Testing

@testable import BenchHarness
@testable import BenchReport

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

  @Test func eventsComeFromTheFirstValidTrialOfACell() throws {
    var settings = RunSettings(strategies: [], workloads: [], trials: 2)
    let trial = record("naive").id
    #expect(!settings.isRecorded(trial, after: []))
    settings.recordsEvents = true
    let crashed = Trial.made(strategy: "naive", outcome: .crashed)
    #expect(settings.isRecorded(trial, after: []))
    #expect(settings.isRecorded(trial, after: [record("naive", .void), crashed]))
    #expect(settings.isRecorded(trial, after: [record("throttle")]))
    #expect(!settings.isRecorded(trial, after: [record("naive")]))
    var other = trial
    other.pass = .allocations
    #expect(!settings.isRecorded(other, after: []))
  }
}
