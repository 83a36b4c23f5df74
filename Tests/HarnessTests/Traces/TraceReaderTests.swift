@testable import BenchHarness
import Testing

/// Valid traces and the updates read from them.
struct TraceReaderTests {
  @Test func timesCountFromTheFirstTime() throws {
    let trace = try TraceText.read("time_ms\n1000.5\n1001\n1001\n")
    #expect(trace.updates.intendedNanoseconds == [0, 500_000, 500_000])
    #expect(trace.updates.row == [0, 1, 2])
    #expect(trace.viewCount == 1)
  }

  @Test(arguments: [
    ("s", UInt64(2_000_000_000)), ("ms", 2_000_000), ("us", 2_000), ("ns", 2),
  ])
  func unitComesFromTheColumnsName(unit: String, expected: UInt64) throws {
    let trace = try TraceText.read("time_\(unit)\n1\n3\n")
    #expect(trace.updates.intendedNanoseconds == [0, expected])
    let named = try TraceText.read(
      "sent_\(unit)\n1\n3\n", .with { $0.timeColumn = "sent_\(unit)" })
    #expect(named.updates.intendedNanoseconds == [0, expected])
  }

  @Test(arguments: [
    (TimeUnit.s, UInt64(2_000_000_000)), (.ms, 2_000_000), (.us, 2_000), (.ns, 2),
  ])
  func givenUnitOverridesTheColumnsName(unit: TimeUnit, expected: UInt64) throws {
    let options = TraceOptions.with {
      $0.timeColumn = "sent_ms"
      $0.timeUnit = unit
    }
    let trace = try TraceText.read("sent_ms\n1\n3\n", options)
    #expect(trace.updates.intendedNanoseconds == [0, expected])
    let unnamed = try TraceText.read("time_ms\n1\n3\n", .with { $0.timeUnit = unit })
    #expect(unnamed.updates.intendedNanoseconds == [0, expected])
  }

  @Test func columnNamesMayContainSpacesAndCommas() throws {
    let options = TraceOptions.with {
      $0.timeColumn = "client timestamp, ms"
      $0.timeUnit = .ms
    }
    let trace = try TraceText.read("id,\"client timestamp, ms\"\na,5\nb,6\n", options)
    #expect(trace.updates.intendedNanoseconds == [0, 1_000_000])
  }

  @Test(arguments: [(2.0, UInt64(5_000_000)), (10, 1_000_000), (0.5, 20_000_000)])
  func speedDividesTheTimes(speed: Double, expected: UInt64) throws {
    let trace = try TraceText.read("time_ms\n7\n17\n", .with { $0.speed = speed })
    #expect(trace.updates.intendedNanoseconds == [0, expected])
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (99, 3)])
  func limitEndsTheTraceEarly(limit: Int, expected: Int) throws {
    let trace = try TraceText.read("time_ms\n1\n2\n3\n", .with { $0.limit = limit })
    #expect(trace.updates.count == expected)
  }

  @Test func rowsBeyondTheLimitAreNotRead() throws {
    let trace = try TraceText.read("time_ms\n1\n2\nnonsense\n", .with { $0.limit = 2 })
    #expect(trace.updates.count == 2)
  }

  @Test func viewsAndRowsAreNumberedInOrderOfAppearance() throws {
    let options = TraceOptions.with {
      $0.viewColumn = "list"
      $0.rowColumn = "id"
    }
    let trace = try TraceText.read(
      "time_ms,list,id\n1,inbox,x\n2,sent,y\n3,inbox,y\n4,inbox,x\n", options)
    #expect(trace.updates.view == [0, 1, 0, 0])
    #expect(trace.updates.row == [0, 1, 1, 0])
    #expect(trace.viewCount == 2)
  }

  @Test func kindsAreReadFromTheGivenColumn() throws {
    let trace = try TraceText.read(
      "time_ms,kind\n1,insert\n2,Change\n3,delete\n", .with { $0.kindColumn = "kind" })
    #expect(trace.updates.kind == [.insert, .change, .delete])
  }

  @Test func withoutKindsEveryUpdateIsAChange() throws {
    #expect(try TraceText.read("time_ms,what\n1,delete\n").updates.kind == [.change])
  }

  @Test func viewRowAndKindColumnsAreFoundByNameUnlessDisabled() throws {
    let text = "time_ms,view,row,kind\n1,a,x,insert\n2,b,x,delete\n"
    let trace = try TraceText.read(text)
    #expect(trace.updates.view == [0, 1] && trace.updates.row == [0, 0])
    #expect(trace.updates.kind == [.insert, .delete])
    let bare = try TraceText.read(
      text,
      .with {
        $0.viewColumn = ""
        $0.rowColumn = ""
        $0.kindColumn = ""
      })
    #expect(bare.updates.view == [0, 0] && bare.updates.row == [0, 1])
    #expect(bare.updates.kind == [.change, .change])
  }

  @Test(arguments: [",", ";", "\t"])
  func fieldsAreSeparatedByCommaSemicolonOrTab(separator: String) throws {
    let text = "time_ms,row\n1,a\n2,a\n".replacing(",", with: separator)
    let trace = try TraceText.read(text, .with { $0.rowColumn = "row" })
    #expect(trace.updates.row == [0, 0])
  }

  @Test func planReplaysAWholeTraceOnOneThread() throws {
    let plan = try TraceText.read("time_ms\n5\n25\n").plan(costs: .free)
    #expect(plan.duration == .milliseconds(20))
    #expect(plan.producers == [.thread])
    try plan.validate(workload: "trace")
  }

  /// A coalescer's comment in the first line is not a row, but counts in the line numbers of errors.
  @Test func coalescerCommentIsRead() throws {
    let text = "# coalescer pace=frame:period=16.666667ms deliveries=7 main_ns=90 layout_ns=x\n"
    let recording = try Recording(
      bytes: Array((text + "time_ns\n5\n9\n").utf8), name: TraceText.name, options: TraceOptions())
    #expect(recording.trace.times == [0, 4])
    let deliveries = try #require(recording.deliveries)
    #expect(deliveries.pace == "frame:period=16.666667ms" && deliveries.count == 7)
    #expect(deliveries.mainNanoseconds == 90 && deliveries.layoutNanoseconds == nil)
    #expect(TraceText.refusal(of: text + "time_ns\n5\n1,2\n").line == 4)
  }
}
