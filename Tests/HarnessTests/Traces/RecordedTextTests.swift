import Testing

@testable import BenchHarness

/// Textual variants of traces, and the line numbers of their errors.
struct RecordedTextTests {
  /// Each has two updates, a millisecond apart.
  @Test(
    arguments: [
      ("time_ms\n1\n2\n", TraceOptions()), ("time_s\n0.001\n0.002\n", TraceOptions()),
      ("time_us\n1000\n2000\n", TraceOptions()), ("time_ns\n1e6\n2e6\n", TraceOptions()),
      ("sent_us\n1000\n2000\n", .with { $0.timeColumn = "sent_us" }),
      ("time_ms\n1000\n2000\n", .with { $0.timeUnit = .us }),
      ("time_ms\n0.001\n0.002\n", .with { $0.timeUnit = .s }),
      ("sent_us\n1\n2\n", .with { ($0.timeColumn, $0.timeUnit) = ("sent_us", .ms) }),
      ("sent_ms\n1e6\n2e6\n", .with { ($0.timeColumn, $0.timeUnit) = ("sent_ms", .ns) }),
      (
        "id,\"client timestamp, ms\"\na,5\nb,6\n",
        .with { ($0.timeColumn, $0.timeUnit) = ("client timestamp, ms", .ms) }
      ),
      ("time_ms\n7\n17\n", .with { $0.speed = 10 }),
      ("time_ms\n7\n7.5\n", .with { $0.speed = 0.5 }),
      // Rows beyond the limit are not read.
      ("time_ms\n1\n2\nnonsense\n", .with { $0.limit = 2 }),
      ("time_ms\n1\n2\n", .with { $0.limit = 99 }),
      // A byte order mark.
      ("\u{FEFF}time_ms\n1\n2\n", TraceOptions()),
      ("\u{FEFF}\"time_ms\",\"row\"\n1,a\n2,b\n", TraceOptions()),
      // Line breaks, blank lines, rows of empty fields.
      ("time_ms,a\r\n1,x\r\n2,y\r\n", TraceOptions()), ("time_ms,a\r1,x\r2,y\r", TraceOptions()),
      ("time_ms\n1\n2", TraceOptions()), ("time_ms,a\n\n1,x\n\n\n2,y\n\n", TraceOptions()),
      ("time_ms,a\n1,x\n,\n2,y\n", TraceOptions()),
      ("time_ms,note\n1,\"a, b\"\n2,\"one\ntwo \"\"x\"\"\n\"\n", TraceOptions()),
      ("\"time_ms\",\"a\"\n\"1.5\",\"x\"\n\"2.5\",\"y\"\n", TraceOptions()),
      // Numbers.
      ("time_us\n0\n1e3\n", TraceOptions()), ("time_us\n0\n+1000\n", TraceOptions()),
      ("time_us\n0\n1000.\n", TraceOptions()), ("time_us\n0\n1000.000\n", TraceOptions()),
      // Columns that were not asked for may hold anything and share names.
      ("a,time_ms,a\n\u{1F600},1,\n,2,-1\n", TraceOptions()),
    ] as [(String, TraceOptions)])
  func everyUsualFormIsRead(text: String, options: TraceOptions) throws {
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

  /// The line of the only time that is none: blank lines and line breaks inside quotes count.
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

  /// Regression test: merging the readers once broke each of these.
  @Test(
    arguments: [
      (
        "[nginx] ::1 - - [01/May/2026:12:30:00.5 +0000] a\n", 1,
        .with { $0.formatName = "access-log" }
      ),
      (
        "CreateTime:1777638600123456\tk\n", 1,
        .with { ($0.formatName, $0.timeUnit) = ("kafka", .us) }
      ),
      ("\"#\",\"time_s\"\n\"1\",\"0.5\"\n\"2\",\"0.75\"\n", 2, TraceOptions()),
      (#"{"a":{"b":{"c":{"d":[{"time_s":1},{"time_s":2}]}}}}"#, 2, .with { $0.rowsAt = "a.b.c.d" }),
      (
        "Date,Time\n2026-05-01,12:30:00\n,\n,\n2026-05-01,12:30:01\n", 2,
        .with { $0.timeColumn = "Date,Time" }
      ),
    ] as [(String, Int, TraceOptions)])
  func unusualFormsAreRead(text: String, count: Int, options: TraceOptions) throws {
    #expect(try TraceText.read(text, options).updates.count == count)
  }
}
