import Foundation
import Testing

@testable import Harness

@Suite struct TraceReadingTests {
  @Test func traceIsReadOnceForOneWayOfReadingIt() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("my.csv", "time_ms\n1\n2\n")
    let reading = TraceReading()
    #expect(try reading.trace(path, TraceOptions()).updates.count == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(try reading.trace(path, TraceOptions()).updates.count == 2)
    #expect(throws: HarnessError.self) {
      _ = try reading.trace(path, .with { $0.limit = 1 })
    }
  }
}
