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
    let options = TraceOptions().with(\.viewColumn, "list").with(\.rowColumn, "id")
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
      text, TraceOptions().with(\.viewColumn, "").with(\.rowColumn, "").with(\.kindColumn, ""))
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

  private static let own = "# coalescer deliveries=3 main_ns=90 update=ChangedIDs<Int>\n"

  private func recording(
    _ rows: String, _ options: TraceOptions = TraceOptions()
  ) throws -> Recording {
    let text = Self.own + "time_ns,kind,handler_ns,layout_ns,shown_ns\n" + rows
    return try Recording(bytes: Array(text.utf8), name: TraceText.name, options: options)
  }

  @Test func rowsOfDeliveriesAreRead() throws {
    let recording = try recording(
      "100\n110,delivery,50,20,190\n120\n200,failed,7,,\n210,delivery,,,\n")
    #expect(recording.trace.times == [0, 20])
    #expect(
      recording.trace.deliveries == [
        RecordedDelivery(start: 10, handler: 50, layout: 20, shown: 90),
        RecordedDelivery(start: 100, handler: 7, isFailed: true),
        RecordedDelivery(start: 110, handler: nil),
      ])
    let deliveries = try #require(recording.deliveries)
    #expect(deliveries.haveTimes && deliveries.count == 3)
    #expect(deliveries.update == "ChangedIDs<Int>")
    #expect(recording.understood.contains("2 updates in"))
    #expect(recording.understood.contains("deliveries with their times: 3"))
    #expect(!recording.understood.contains("kinds"))
  }

  /// Their times would be before the first update, contradict each other or be out of range.
  @Test func impossibleTimesOfDeliveriesAreIgnored() throws {
    let recording = try recording(
      "90,delivery,1,1,99\n100\n110,delivery,50,20,150\n111,delivery,-1,x,9223372036854775807\n"
        + "112,delivery,99999999999999,1,200\n")
    #expect(
      recording.trace.deliveries == [
        RecordedDelivery(start: 10, handler: 50), RecordedDelivery(start: 11, handler: nil),
        RecordedDelivery(start: 12, handler: nil, layout: 1, shown: 100),
      ])
  }

  @Test func deliveriesDoNotFitAnotherSpeed() throws {
    let rows = "100\n110,delivery,50,20,190\n120\n"
    let faster = try recording(rows, TraceOptions().with(\.speed, 2))
    #expect(faster.trace.deliveries.isEmpty && faster.deliveries?.haveTimes == false)
  }

  /// Only a coalescer records deliveries.
  @Test func otherTablesHaveNoDeliveries() {
    let refusal = TraceText.refusal(of: "time_ms,kind\n1,change\n2,delivery\n")
    #expect(refusal.line == 3 && refusal.column == "kind")
  }
}
