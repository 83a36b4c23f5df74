import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

/// A trace as a file for child trials.
struct TraceDataTests {
  @Test func traceDataSurvivesARoundTrip() throws {
    let folder = TemporaryFolder()
    let trace = try TraceText.read(
      "time_ns,view,row,kind\n1,a,x,insert\n1000000001,b,y,delete\n9000000000,a,y,change\n")
    let path = folder.path("trace")
    try trace.data.write(to: URL(fileURLWithPath: path))
    let read = try Trace(path: path)
    #expect(read.updates.intendedNanoseconds == trace.updates.intendedNanoseconds)
    #expect(read.updates.view == [0, 1, 0] && read.updates.row == [0, 1, 1])
    #expect(read.updates.kind == [.insert, .delete, .change] && read.viewCount == 2)
  }

  @Test(arguments: ["", "too short"])
  func fileThatIsNotATraceIsRefused(text: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.file("trace", text).path
    #expect(throws: BenchError.self) { _ = try Trace(path: path) }
  }

  @Test func consecutiveRowNumbersDoNotCountAsNamedRows() {
    #expect(!Trace(PlannedUpdates(at: [0, 1, 2, 3])).namesRows)
    for (row, kind) in [(0, ChangeKind.change), (2, .insert)] {
      var updates = PlannedUpdates(at: [0, 1])
      updates.append(atNanoseconds: 2, row: row, kind: kind)
      #expect(Trace(updates).namesRows)
    }
  }
}
