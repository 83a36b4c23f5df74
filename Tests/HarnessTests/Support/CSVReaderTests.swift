import BenchTestSupport
import Testing

@testable import BenchHarness

/// Files that cannot be read as a trace at all.
struct CSVReaderTests {
  private static let binary = "it is not UTF-8 text. Decompress or convert it"
  private static let bare = "it has a header but no rows."

  private let folder = TemporaryFolder()

  private func refusal(_ path: String) -> TraceText.Refusal {
    TraceText.refusal { try Recording(path: path, options: TraceOptions()).trace }
  }

  @Test func missingFileOrFolderIsRefused() {
    let missing = refusal(folder.path("missing.csv"))
    #expect(missing.file == folder.path("missing.csv") && missing.line == nil)
    #expect(missing.cause == "it cannot be read: no such file or folder.")
    #expect(refusal(folder.url.path).cause.hasPrefix("it cannot be read: "))
  }

  /// A text, the line of the error, and its cause. After an unclosed quote, everything is one field: an editor crashed,
  /// or a log was cut off.
  @Test(
    arguments: [
      ("", nil, "it is empty."), ("\n", nil, ""), ("\u{FEFF}", nil, ""), (" \n \n", nil, ""),
      ("\n\n\n1\n", nil, ""),
      ("time\0\u{1}\u{2}", nil, binary), ("t\0i\0", nil, binary), ("PK\u{3}\u{4}\0", nil, binary),
      ("time_ms", nil, bare), ("time_ms\n", nil, bare), ("time_ms,row\r\n\r\n", nil, bare),
      ("time_ms,row\n,\n\n", nil, bare),
      ("time_ms,note\n1,a\n2,\"b\n3,c\n4,d\n", 3, ""), ("time_ms,note\n1,a\n2,b\n3,\"", 4, ""),
      ("time_ms,\"note\n1,a\n2,b\n", 1, ""), ("time_ms,note\n1,a\n2,\"b\"c\n3,d\n", 3, ""),
      ("time_ms,note\n1,a\n2,b\"c\n3,d\n", 3, ""),
    ] as [(String, Int?, String)])
  func brokenTextIsRefusedWithItsLine(text: String, line: Int?, cause: String) {
    let refusal = TraceText.refusal(of: text)
    #expect(refusal.file == TraceText.name)
    #expect(line == nil || refusal.line == line, "\(refusal)")
    #expect(refusal.cause.hasPrefix(cause), "\(refusal)")
  }

  /// It is unclear which of the two columns is meant.
  @Test(arguments: ["time_ms,row,time_ms\n1,a,2\n", "time_ms,row,row\n1,a,b\n"])
  func requestedDuplicateColumnIsRefused(text: String) {
    let refusal = TraceText.refusal(of: text, TraceOptions().with(\.rowColumn, "row"))
    #expect(refusal.line == 1)
  }
}
