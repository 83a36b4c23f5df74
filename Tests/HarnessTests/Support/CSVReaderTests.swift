@testable import BenchHarness
import Foundation
import Testing

/// Files that cannot be read as a trace at all.
struct BrokenCSVTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ path: String) -> TraceRefusal {
    TraceText.refusal { try Recording(path: path, options: TraceOptions()).trace }
  }

  @Test func missingFileIsRefused() {
    let path = folder.path("missing.csv")
    #expect(
      refusal(path)
        == TraceRefusal(
          file: path, line: nil, column: nil, cause: "it cannot be read: no such file or folder."))
  }

  @Test func folderIsRefused() {
    let refusal = refusal(folder.url.path)
    #expect(refusal.file == folder.url.path)
    #expect(refusal.cause.hasPrefix("it cannot be read: "))
  }

  @Test func emptyFileIsRefused() throws {
    let path = try folder.file("empty.csv", "")
    #expect(
      refusal(path) == TraceRefusal(file: path, line: nil, column: nil, cause: "it is empty."))
  }

  @Test(arguments: ["time\0\u{1}\u{2}", "t\0i\0", "PK\u{3}\u{4}\0"])
  func binaryFileIsRefused(text: String) throws {
    let path = try folder.file("binary.csv", text)
    #expect(refusal(path).cause.hasPrefix("it is not UTF-8 text. Decompress or convert it"))
  }

  @Test func goodFileIsRead() throws {
    let path = try folder.file("good.csv", "time_ms\n1\n2\n")
    #expect(try Recording(path: path, options: TraceOptions()).trace.updates.count == 2)
  }

  @Test(arguments: ["time_ms", "time_ms\n", "time_ms,row\r\n\r\n", "time_ms,row\n,\n\n"])
  func headerWithoutRowsIsRefused(text: String) {
    #expect(TraceText.refusal(of: text).cause == "it has a header but no rows.")
  }

  @Test(arguments: ["\n", "\u{FEFF}", " \n \n", "\n\n\n1\n"])
  func textWithoutAHeaderIsRefused(text: String) {
    #expect(TraceText.refusal(of: text).file == "my.csv")
  }

  /// An editor crashed or a log was cut off. Everything after the quote is one field, so accepting the file would drop
  /// updates silently.
  @Test(arguments: [
    ("time_ms,note\n1,a\n2,\"b\n3,c\n4,d\n", 3),
    ("time_ms,note\n1,a\n2,b\n3,\"", 4),
    ("time_ms,\"note\n1,a\n2,b\n", 1),
  ])
  func refusalOfAnUnclosedQuoteNamesItsLine(text: String, line: Int) {
    #expect(TraceText.refusal(of: text).line == line)
  }

  @Test(arguments: ["time_ms,note\n1,a\n2,\"b\"c\n3,d\n", "time_ms,note\n1,a\n2,b\"c\n3,d\n"])
  func refusalOfAStrayQuoteNamesItsLine(text: String) {
    #expect(TraceText.refusal(of: text).line == 3)
  }

  /// It is impossible to know which of the two columns is meant.
  @Test(arguments: ["time_ms,row,time_ms\n1,a,2\n", "time_ms,row,row\n1,a,b\n"])
  func requestedDuplicateColumnIsRefused(text: String) {
    let refusal = TraceText.refusal(of: text, .with { $0.rowColumn = "row" })
    #expect(refusal.line == 1)
  }

  @Test func refusalNamesFileLineAndColumn() {
    let error = BenchError.badTrace(file: "a.csv", line: 3, column: "time_s", cause: "it is bad.")
    #expect(error.description == "a.csv, line 3, column 'time_s': it is bad.")
    #expect(error.isUsage)
  }
}
