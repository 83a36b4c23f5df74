import Testing

@testable import BenchHarness

/// Valid traces and the updates read from them.
struct TraceReaderTests {
  @Test func timesCountFromTheFirstTime() throws {
    let trace = try TraceText.read("time_ms\n1000.5\n1001\n1001\n")
    #expect(trace.updates.intendedNanoseconds == [0, 500_000, 500_000])
    #expect(trace.updates.row == [0, 1, 2])
    #expect(trace.viewCount == 1)
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

  @Test func viewRowAndKindColumnsAreFoundByNameUnlessDisabled() throws {
    let text = "time_ms,view,row,kind\n1,a,x,insert\n2,b,x,Delete\n"
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
