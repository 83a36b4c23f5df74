import Testing

@testable import BenchHarness

/// Textual variants of traces, and the line numbers of their errors.
struct RecordedTextTests {
  /// Each has two updates, a millisecond apart.
  @Test(
    arguments: [
      ("time_ms\n1\n2\n", ""), ("time_s\n0.001\n0.002\n", ""), ("time_us\n1000\n2000\n", ""),
      ("time_ns\n1e6\n2e6\n", ""), ("sent_us\n1000\n2000\n", "--time-column sent_us"),
      ("time_ms\n1000\n2000\n", "--time-unit us"), ("time_ms\n0.001\n0.002\n", "--time-unit s"),
      ("sent_us\n1\n2\n", "--time-column sent_us --time-unit ms"),
      ("sent_ms\n1e6\n2e6\n", "--time-column sent_ms --time-unit ns"),
      (
        "id,\"client timestamp, ms\"\na,5\nb,6\n",
        "--time-column 'client timestamp, ms' --time-unit ms"
      ),
      // A byte order mark.
      ("\u{FEFF}time_ms\n1\n2\n", ""), ("\u{FEFF}\"time_ms\",\"row\"\n1,a\n2,b\n", ""),
      // Line breaks, blank lines, rows of empty fields.
      ("time_ms,a\r\n1,x\r\n2,y\r\n", ""), ("time_ms,a\r1,x\r2,y\r", ""), ("time_ms\n1\n2", ""),
      ("time_ms,a\n\n1,x\n\n\n2,y\n\n", ""), ("time_ms,a\n1,x\n,\n2,y\n", ""),
      ("time_ms,note\n1,\"a, b\"\n2,\"one\ntwo \"\"x\"\"\n\"\n", ""),
      ("\"time_ms\",\"a\"\n\"1.5\",\"x\"\n\"2.5\",\"y\"\n", ""),
      // Numbers.
      ("time_us\n0\n1e3\n", ""), ("time_us\n0\n+1000\n", ""), ("time_us\n0\n1000.\n", ""),
      ("time_us\n0\n1000.000\n", ""),
      // Columns that were not asked for may hold anything and share names.
      ("a,time_ms,a\n\u{1F600},1,\n,2,-1\n", ""),
    ])
  func everyUsualFormIsRead(text: String, options: String) throws {
    #expect(try TraceText.read(text, .parsed(options)).times == [0, 1_000_000])
  }

  /// Rows beyond the limit are not read.
  @Test(
    arguments: [
      ("time_ms\n7\n17\n", 10, nil), ("time_ms\n7\n7.5\n", 0.5, nil),
      ("time_ms\n1\n2\nnonsense\n", 1, 2), ("time_ms\n1\n2\n", 1, 99),
    ] as [(String, Double, Int?)])
  func speedAndLimitAreKept(text: String, speed: Double, limit: Int?) throws {
    let options = TraceOptions().with(\.speed, speed).with(\.limit, limit)
    #expect(try TraceText.read(text, options).times == [0, 1_000_000])
  }

  @Test(arguments: [
    ("time_ms,row\n1,a\n2,a\n3,b\n"), ("time_ms;row\n1;a\n2;a\n3;b\n"),
    ("time_ms\trow\n1\ta\n2\ta\n3\tb\n"), ("time_ms, row\n 1 , a\n  2 ,a \n3, b\n"),
    ("time_ms,note,row\n1,\"a, b\",x\n2,\"say \"\"hi\"\"\",x\n3,\"one\ntwo\n\",y\n"),
  ])
  func fieldsAreToldApart(text: String) throws {
    #expect(try TraceText.read(text).updates.row == [0, 0, 1])
  }

  /// The line of the only invalid time: blank lines and line breaks inside quotes count.
  @Test(arguments: [
    ("\u{FEFF}time_ms\n1\nx\n", 3), ("time_ms,a\n1,x\n\nz,y\n", 4),
    ("time_ms,a\r\n1,x\r\n\r\nz,y\r\n", 4), ("time_ms,a\r1,x\r\rz,y\r", 4),
    ("time_ms,a\n\n1,x\n  \n\nz,y\n", 6),
    ("time_ms,note\n1,\"one\ntwo\n\nfour\"\nx,\"five\nsix\"\n", 6),
    ("time_ms,note\r\n1,\"one\r\ntwo\r\n\r\nfour\"\r\nx,\"five\r\nsix\"\r\n", 6),
    ("time_ms,\"a note\nin two lines\"\n1,x\nz,y\n", 4),
  ])
  func lineOfABadTimeIsNamed(text: String, line: Int) {
    let refusal = TraceText.refusal(of: text)
    #expect(refusal.column == "time_ms" && refusal.line == line)
  }
}
