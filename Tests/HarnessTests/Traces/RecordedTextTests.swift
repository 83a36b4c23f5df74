import Testing

@testable import BenchHarness
@testable import BenchReport

/// Textual variants of traces, and the line numbers of their errors.
struct TraceTextFormTests {
  /// The line number in the error for an invalid time.
  private func line(of text: String) -> Int? {
    let refusal = TraceText.refusal(of: text)
    #expect(refusal.column == "time_ms")
    return refusal.line
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try TraceText.read("\u{FEFF}time_ms\n1\n2\n").updates.count == 2)
    #expect(try TraceText.read("\u{FEFF}\"time_ms\",\"row\"\n1,a\n").updates.count == 1)
    #expect(line(of: "\u{FEFF}time_ms\n1\nx\n") == 3)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyUsualLineEndingIsRecognized(lineBreak: String) throws {
    let good = "time_ms,a\n1,x\n2,y\n".replacing("\n", with: lineBreak)
    #expect(try TraceText.read(good).updates.intendedNanoseconds == [0, 1_000_000])
    let bad = "time_ms,a\n1,x\n\nz,y\n".replacing("\n", with: lineBreak)
    #expect(line(of: bad) == 4)
  }

  @Test func lastLineNeedsNoLineBreak() throws {
    #expect(try TraceText.read("time_ms\n1\n2").updates.count == 2)
  }

  @Test func blankLinesAreSkippedButCounted() throws {
    #expect(try TraceText.read("time_ms,a\n\n1,x\n\n\n2,y\n\n").updates.count == 2)
    #expect(line(of: "time_ms,a\n\n1,x\n  \n\nz,y\n") == 6)
  }

  @Test func rowsOfEmptyFieldsAreSkipped() throws {
    #expect(try TraceText.read("time_ms,a\n1,x\n,\n2,y\n").updates.count == 2)
  }

  @Test func quotedFieldsMayHoldCommasQuotesAndLineBreaks() throws {
    let text = "time_ms,note,row\n1,\"a, b\",x\n2,\"say \"\"hi\"\"\",x\n3,\"one\ntwo\n\",y\n"
    let trace = try TraceText.read(text, .with { $0.rowColumn = "row" })
    #expect(trace.updates.row == [0, 0, 1])
  }

  @Test(arguments: ["\n", "\r\n"])
  func lineBreaksInsideQuotesAreCounted(lineBreak: String) {
    let text = "time_ms,note\n1,\"one\ntwo\n\nfour\"\nx,\"five\nsix\"\n"
    #expect(line(of: text.replacing("\n", with: lineBreak)) == 6)
  }

  @Test func lineBreaksInsideQuotedNamesAreCounted() {
    #expect(line(of: "time_ms,\"a note\nin two lines\"\n1,x\nz,y\n") == 4)
  }

  @Test func quotedTimesAreRead() throws {
    let trace = try TraceText.read("\"time_ms\",\"a\"\n\"1\",\"x\"\n\"2.5\",\"y\"\n")
    #expect(trace.updates.intendedNanoseconds == [0, 1_500_000])
  }

  @Test func spacesAroundFieldsAreIgnored() throws {
    let trace = try TraceText.read(
      "time_ms, row\n 1 , a\n  2 ,a \n", .with { $0.rowColumn = "row" })
    #expect(trace.updates.intendedNanoseconds == [0, 1_000_000])
    #expect(trace.updates.row == [0, 0])
  }

  @Test(arguments: ["1e3", "+1000", "1000.", "1000.000"])
  func usualNumberNotationsAreRead(number: String) throws {
    let trace = try TraceText.read("time_ms\n0\n\(number)\n")
    #expect(trace.updates.intendedNanoseconds == [0, 1_000_000_000])
  }

  @Test func unrequestedColumnsMayHoldAnythingAndShareNames() throws {
    let trace = try TraceText.read("a,time_ms,a\n\u{1F600},1,\n,2,-1\n")
    #expect(trace.updates.count == 2)
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
      ("response_ts,time_ms\n1777638600,1\n1777638609,2\n", 2, TraceOptions()),
    ] as [(String, Int, TraceOptions)])
  func unusualFormsAreRead(text: String, count: Int, options: TraceOptions) throws {
    #expect(try TraceText.read(text, options).updates.count == count)
  }
}
