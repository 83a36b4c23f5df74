import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

/// The tables of docs/recordings.md and other kinds of files: each is read correctly, or refused with options that
/// would read it.
struct RecordingTests {
  /// The files of the table in the documentation.
  private static let files = [
    "app.jsonl": "{\"ts\":1777638600.5,\"view\":\"a\"}\n{\"ts\":1777638601,\"view\":\"b\"}\n",
    "nested.jsonl": "Filtering\n"
      + (0..<9).map { "{\"event\":{\"time\":\"2026-05-01T09:30:0\($0)Z\"}}\n" }.joined(),
    "build.log": "2026-05-01 09:30:00,250 INFO a\n2026-05-01 09:30:01,500 INFO b, c\n",
    "chat.txt": "\u{200E}[9/5/26, 1:58:40\u{202F}PM] Ann: a\nand b\n[9/5/26, 1:59:00 PM] Bo: c\n",
    "day.csv": "Date,Time,v\n2026-04-27,23:59:59,1\n2026-04-28,00:00:01,2\n",
    "excel.csv": "sep=;\nZeit;Wert\n27.04.2026 23:59:59,5;0,1\n28.04.2026 00:00:00;0,2\n",
    "keys.tsv":
      "press_time\trelease_time\n1777627800225\t1777627800305\n1777627800291\t1777627800371\n",
    "boot.csv": "timestamp,x\n112345693,1\n112349693,2\n",
    "strace.txt": "     0.094790 write(0) = 98\n     0.000500 futex(1) = 85\n",
    "ticks.csv": "34200.25,1\n34200.5,4\n", "same.csv": "time,v\n1.7e+09,0\n1.7e+09,1\n",
    "session.har": "{\"log\": {\"entries\": [{\"startedDateTime\": \"2026-05-01T12:30:00.002Z\"},\n"
      + "{\"startedDateTime\": \"2026-05-01T12:30:01.002Z\"}]}}",
    "data.json":
      "{\"events\": [{\"at\": 1777638600123, \"v\": 1}, {\"at\": 1777638600223, \"v\": 2}]}",
    "access.log": "::1 - - [01/May/2026:12:30:00 +0000] \"GET /\" 200 1\n"
      + "::1 - - [01/May/2026:12:30:02 +0000] \"GET /?at=2001-01-01T00:00:00Z\" 200 1\n",
    "app.csv.gz": "\u{1F}\u{8B}\u{8}",
    "spans.csv": "name,start_ns,exec_time_ns\na,5000000,2000000\na,21000000,2050000\n",
    "log.txt": "Session of May\n[2026.05.01-12.30.00:016] a\n[2026.05.01-12.30.00:266] b\n"
      + "[2026.05.01-12.30.01:002] c\n",
    "can.trc": ";$FILEVERSION=1.1\n  1)   2.6  Rx\n  2)  103.2  Rx\n  3)  204.7  Rx\n",
    "store.json": "{\"byId\":{\"x\":{\"at\":1777638600000},\"y\":{\"at\":1777638600040}}}",
    "columns.json": "{\"t\":[0,0.5,1],\"x\":[5,3,4],\"y\":[5,3,4]}",
    "clock.log": "2025-11-03T09:00:00Z a\n"
      + (0..<9).map { "2026-05-01T12:30:0\($0)Z b\n" }.joined(),
  ]

  /// More rows like those of the table.
  private static let others = [
    ["nested.jsonl", "", "9 updates in 8 s; times are whole seconds"],
    ["build.log", "", "2 updates in 1.25 s"],
    [
      "chat.txt", "",
      "Give --time-pattern '%d/%m/%y, %I:%M:%S.%f %p' or --time-pattern '%m/%d/%y, %I:%M:%S.%f %p'",
    ],
    [
      "excel.csv", "--time-column Zeit --time-pattern '%d.%m.%Y %H:%M:%S.%f'", "2 updates in 0.5 s",
    ],
    ["boot.csv", "--time-unit us", "2 updates in 0.004 s"],
    ["same.csv", "", "it is rounded"],
    ["spans.csv", "", "Give --time-column start_ns"],
    ["can.trc", "", "Give --no-header --time-column 2 --time-unit s or ms or us"],
    ["log.txt", "", "Give --time-pattern '%Y.%m.%d-%H.%M.%S:%f'"],
    ["session.har", "--input-format har", "2 updates in 1 s"],
    ["data.json", "--rows-at events", "2 updates in 0.1 s"],
    ["access.log", "", "give --input-format access-log"],
    ["columns.json", "", "Give --rows-at '.' --time-column t --time-unit s"],
    ["app.csv.gz", "", "zcat FILE ¦ bench … --trace -"],
  ]

  private static let page = Result {
    try PackageFolder.text("docs/recordings.md")
  }

  /// The cells of the table with this header, row by row.
  private static func rows(_ header: String) throws -> [[String]] {
    let lines = try page.get().components(separatedBy: "\n")
    return lines.drop { $0 != header }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  private static func said(_ text: String, _ name: String, _ options: TraceOptions) -> String {
    let bytes =
      text.unicodeScalars.allSatisfy { $0.value < 256 } && text.hasPrefix("\u{1F}")
      ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
    do {
      return try Recording(bytes: bytes, name: name, options: options).understood
    } catch { return "\(error)" }
  }

  @Test func documentedTableMatchesTheReader() throws {
    let rows = try Self.rows("| file | give | read, or said |") + Self.others
    #expect(Set(rows.map { $0[0].filter { $0 != "`" } }) == Set(Self.files.keys))
    for row in rows {
      let name = row[0].filter { $0 != "`" }, given = row[1].filter { $0 != "`" }
      let said = Self.said(Self.files[name] ?? "", name, .parsed(given))
      for part in row[2].components(separatedBy: "; ") {
        #expect(said.contains(part.replacing("¦", with: "|")), "\(given): \(said)")
      }
    }
  }

  @Test func formatReadsItsExampleAndIsProposedForIt() throws {
    #expect(
      try Self.page.get().replacing("\n", with: " ").contains("knows \(RecordedFormat.names)."))
    for format in RecordedFormat.all {
      let named = TraceOptions.parsed("--input-format \(format.name)")
      #expect(try TraceText.read(format.example, named).count == 1)
      guard !["candump", "cast", "chrome-trace"].contains(format.name) else { continue }
      let said = Self.said(format.example, "a", TraceOptions())
      let advice = ["pcap": "%H:%M:%S.%f"][format.name] ?? "--input-format \(format.name)"
      #expect(said.contains(advice) || format.name == "typescript", "\(said)")
    }
  }

  /// A text, options, and the times in milliseconds, or nil if the text is refused.
  @Test(
    arguments: [
      ("2026/05/01 09:30:00 a: 1.2\n2026/05/01 09:30:01 b 10:20.7\n", "", [0, 1_000]),
      ("time_ms\n1\n\n3.5\n", "", [0, 2]), ("Time [s];v\n-0,5;1\n0,25;2\n", "", [0, 750]),
      ("ts,latency_ms\n1777638600123,5\n1777638600125,9\n", "", [0, 2]),
      ("id,sent\n7,2026-05-01T09:30:00Z\n8,2026-05-01T11:30:02+02:00\n", "", [0, 2_000]),
      (
        "#a\n#b\n,_start,_time\n,2026-05-01T12:00:00Z,2026-05-01T12:30:00.5Z\n"
          + ",2026-05-01T12:00:00Z,2026-05-01T12:30:01Z\n", "", [0, 500]
      ),
      ("[{\"a\":[1],\"ts\":\"1777638600.5\"},{\"ts\":1777638601,\"b\":{}}]", "", [0, 500]),
      ("[1777627800.5] a\n[1777627801] b\n", "--time-unit s", [0, 500]),
      ("\u{1B}[2m2026-05-01T09:30:00.1Z\u{1B}[0m a\n<2026-05-01T09:30:00.3Z> b\n", "", [0, 200]),
      ("23:59:59.5 a\n0:00:00.25 b\n", "--time-pattern %H:%M:%S.%f", [0, 750]),
      (
        "Dec 31 23:59:59 a\nJan  1 00:00:01 b\nFeb 28 23:59:59 c\nFeb 29 00:00:00 d\n",
        "--input-format syslog --jumps keep", [0, 2_000, 5_097_600_000, 5_097_601_000]
      ),
      (
        "{\"version\": 3}\n[0.5, \"o\", \"a\"]\n[0.25, \"i\", \"b\"]\n[0.125, \"o\", \"c\"]\n", "",
        [0, 375]
      ),
      ("O 0.5 8\nI 0.25 1\nO 0.125 9\n", "--input-format typescript", [0, 375]),
      (
        "[{\"ph\":\"b\",\"ts\":2000,\"name\":\"u\"},{\"ph\":\"e\",\"ts\":4},{\"ph\":\"n\",\"ts\":0}]",
        "",
        [0, 2]
      ),
      ("[pid 99] 1777627800.5 a\n1777627801 b\n", "--input-format strace", [0, 500]),
      ("[0.005s][gc] a\n[1.250s][gc] b 10.5\n", "--time-unit s", [0, 1_245]),
      ("{\"a\":{\"ms\":5,\"x\":\"}\\\"\"}}\n{\"a\":{\"ms\":7}}\n", "--time-column a.ms", [0, 2]),
      // A single burst.
      ("time_s,bytes\n0.25,1\n0.25,2\n", "", [0, 0]),
      ("# coalescer deliveries=1\ntime_ns\n5\n5\n", "", [0, 0]),
      ("2026-05-01 12:30:00\n2026-05-01 12:30:00\n", "", [0, 0]), ("time_ms\n5\n5\n", "", [0, 0]),
      // Names of clocks and of durations.
      ("ns_since_start,exec_time_ns\n5000000,20\n7000000,21\n", "", [0, 2]),
      ("frame_time_ms,uptime_ms\n5,70\n6,72\n", "", [0, 2]),
      ("name,frame_time_ms\na,16.6\nb,17.1\n", "", nil),
      ("size,time_ms\n1,1\n2,2\n4,4\n8,9\n16,20\n32,44\n", "", nil),
      ("size,time_ms\n1,1\n2,2\n4,4\n8,9\n", "", [0, 1, 3, 8]),
      ("time_ms\n1\n2\n4\n8\n16\n32\n", "", [0, 1, 3, 7, 15, 31]),
      ("start,time_ms\n1000,2.0\n1040,2.1\n1055,2.2\n", "", nil),
      ("when,time_ms\n1777638600.5,5\n1777638601.5,6\n", "", nil),
      ("offset,time_ms\n1,2\n2,3\n3,5\n", "", [0, 1, 3]),
      // Minutes, hours and days; `min` for "minimum".
      ("elapsed_hours,v\n0.25,1\n0.5,2\n", "", [0, 900_000]),
      ("days_since_start\n0.5\n0.75\n", "", [0, 21_600_000]),
      ("5 a\n5.5 b\n", "--time-unit min", [0, 30_000]),
      ("min_time,v\n0.25,1\n0.5,2\n", "", nil), ("time_min,v\n0.25,1\n0.5,2\n", "", nil),
      ("time_min,v\n0.25,1\n0.5,2\n", "--time-column time_min", [0, 15_000]),
      // Headers, comments and titles.
      ("# run 5\n# time_ms,x\n1,2\n3,4\n", "", [0, 2]),
      ("# time_ms x\n1e0 2\n3e0 4\n", "", [0, 2]),
      ("Report;;\nA;B\ntime_ms;x;y\n1;2;3\n3;4;5\n", "", [0, 2]),
      (";time_ms;v\n0;1;5\n1;3;5\n", "", [0, 2]),
      ("% made by x\ntime_ms,x\n(ms),(V)\n1,2\n3,4\n", "", [0, 2]),
      ("1 0.100 a\n2 0.250 b, c\n", "--no-header --time-column 2 --time-unit s", [0, 150]),
      (
        "INFO 2026-05-01 12:30:00,250 a\nWARN 2026-05-01 12:30:01,000 a\n",
        "--no-header --time-column 2,3", [0, 750]
      ),
      (
        "tv_sec,tv_usec\n1777638600,900000\n1777638601,50000\n", "--time-column tv_sec,tv_usec",
        [0, 150]
      ),
      // Decimals after a colon, and digits without separators.
      ("12:30:00:016\n12:30:01:002\n", "--time-pattern %H:%M:%S:%f", [0, 986]),
      ("20260501T123000.5 a\n20260501T123001 b\n", "--time-pattern %Y%m%dT%H%M%S.%f", [0, 500]),
      ("00:00.016.500 a\n00:01.000.000 b\n", "--time-pattern %M:%S.%f", [0, 983]),
      // Maps, columns and lists in JSON, and several values in a row.
      (
        "{\"a\":{\"k2\":{\"at\":1777638600500},\"k1\":{\"at\":1777638600000}}}", "--rows-at a",
        [0, 500]
      ),
      ("{\"2026-05-01T12:30:00Z\":1,\"2026-05-01T12:30:00.5Z\":2}", "--rows-at .", [0, 500]),
      ("{\"time_ms\":[1,3],\"v\":[5,6]}", "--rows-at .", [0, 2]),
      ("{\"time_ms\":{\"0\":1,\"1\":3},\"v\":{\"0\":5,\"1\":6}}", "--rows-at .", [0, 2]),
      ("[1777638600000,1777638600500]", "--time-column 1", [0, 500]),
      ("{\"x\":[[1777638600000,5],[1777638600500,6]]}", "--rows-at x --time-column 1", [0, 500]),
      ("{\n\"time_ms\":1\n}\n{\n\"time_ms\":3\n}\n", "", [0, 2]),
      ("[{\"ph\":\"i\",\"ts\":1000},\n{\"ph\":\"i\",\"ts\":3000},\n", "", [0, 2]),
      // Merging the readers once broke each of these.
      ("[nginx] ::1 - - [01/May/2026:12:30:00.5 +0000] a\n", "--input-format access-log", [0]),
      ("CreateTime:1777638600123456\tk\n", "--input-format kafka --time-unit us", [0]),
      ("\"#\",\"time_s\"\n\"1\",\"0.5\"\n\"2\",\"0.75\"\n", "", [0, 250]),
      (
        #"{"a":{"b":{"c":{"d":[{"time_s":1},{"time_s":2}]}}}}"#, "--rows-at a.b.c.d", [0, 1_000]
      ),
      (
        "Date,Time\n2026-05-01,12:30:00\n,\n,\n2026-05-01,12:30:01\n", "--time-column Date,Time",
        [0, 1_000]
      ),
      // Times with digits or letters that would be ignored.
      ("2026-05-01 01:30:00 PM a\n2026-05-01 01:30:01 PM b\n", "", nil),
      ("2026-05-01 12:30:00,17,4\n2026-05-01 12:30:01,18,4\n", "", nil),
      ("2026-05-01 12:30:00 CEST a\n2026-05-01 12:30:01 CEST b\n", "", nil),
      ("12:30:00.250 a\n12:30:01.250 b\n", "--time-pattern %H:%M:%S", nil),
      ("10.0.0.1 a\n10.0.0.2 b\n", "--time-unit s", nil),
      ("12:59:58.5 PM\n1:00:03.5 PM\n", "--time-pattern %I:%M:%S.%f", nil),
      ("05/04/2026 19:59:00\n05/13/2026 19:59:00\n", "--time-pattern '%d/%m/%Y %H:%M:%S'", nil),
      // A missing date, a twelve-hour clock, intervals.
      ("time,v\n2026-05-01 11:59:59,1\n2026-05-01 01:00:03,1\n2026-05-01 02:00:00,1\n", "", nil),
      ("0.5 a\n0.25 b\n0.5 c\n", "--time-unit s", nil),
      (
        "Date,Time\n2026-05-01,10:00:00\n2026-05-03,10:00:01\n",
        "--time-column Time --time-pattern %H:%M:%S", nil
      ),
      // Microseconds or nanoseconds since a start, responses, equal times, several columns.
      ("timestamp,x\n1312345693,1\n1312349665,2\n", "", nil),
      ("id,response_time_ms\n1,5\n2,9\n", "", nil),
      ("id,time_ms\n1,5\n2,6\n", "--time-unit ms", nil), ("a,b\n1,2\n3,4\n", "", nil),
      ("time_s\n0,5\n", "", nil), ("time,v\n1.777639e+09,0\n1.777639e+09,1\n", "", nil),
      (
        "start,end\n2026-05-01T12:30:00Z,2026-05-01T12:30:01Z\n"
          + "2026-05-01T12:30:01Z,2026-05-01T12:30:02Z\n", "", nil
      ),
      // Too few lines with a time, an invalid date, a zone in some lines only.
      ("2026-05-01T12:30:00Z a\nb\n2026-05-01T12:30:01Z c\n", "", nil),
      ("time\n2026-02-28T00:00:00Z\n2026-02-29T00:00:00Z\n", "", nil),
      ("time\n2026-05-01T12:30:00Z\n2026-05-01T12:30:01\n", "", nil),
      ("\u{FF}\u{FE}", "", nil), ("{\"time_ms\":1,\"x\":{\n", "", nil), ("[]", "", nil),
      ("#a\n", "", nil),
      ("{\"a\":" + String(repeating: "[", count: 1_000_000), "", nil),
      ("time_ms\n1\n3\n", "--time-pattern %s", nil), ("a", "--input-format nonsense", nil),
    ] as [(String, String, [UInt64]?)])
  func fileIsParsedOrRefused(text: String, options: String, milliseconds: [UInt64]?) throws {
    let options = TraceOptions.parsed(options)
    let read = try? TraceText.read(text, options).times.map { $0 / 1_000_000 }
    #expect(read == milliseconds, "\(Self.said(text, "a", options))")
  }

  /// The texts, 40 updates each: a clock that is set back, set forward, and wrong for a row.
  @Test(
    arguments: [
      (10, -3_600.0, 10..<40), (10, 3_600, 10..<40), (20, -1e9, 20..<21), (2, 1e7, 2..<40),
    ] as [(Int, Double, Range<Int>)])
  func clockThatWasSetIsRefusedAndCut(line: Int, by step: Double, rows: Range<Int>) throws {
    let text = (0..<40).map { row in
      "\(1_777_638_600 + Double(row) / 10 + (rows.contains(row) ? step : 0)),\(row)\n"
    }
    let table = "ts,v\n" + text.joined()
    let refusal = TraceText.refusal(of: table)
    #expect(refusal.line == rows.lowerBound + 2 && refusal.cause.contains("--jumps cut"))
    let trace = try TraceText.read(table, .parsed("--jumps cut"))
    #expect(trace.count == 40 && trace.times.last ?? 0 < 4_000_000_000, "\(refusal)")
    let rest = try TraceText.read(table, .parsed("--skip-before 12 --jumps cut"))
    #expect(rest.count == 30)
  }

  /// Nothing can have set a clock that counts from a start.
  @Test func idleTimeIsKept() throws {
    let text = "time_s\n" + (0..<40).map { "\($0 / 20 * 5_000 + $0)\n" }.joined()
    #expect(try TraceText.read(text).times.last == 5_039_000_000_000)
    #expect(Self.said(text, "a", TraceOptions()).contains("nothing happens for 5001 s of that"))
  }

  /// Every option that a refusal proposes reads the file.
  @Test func proposedOptionsReadTheFile() throws {
    for (name, text) in Self.files {
      let said = Self.said(text, name, TraceOptions())
      guard let give = said.firstMatch(of: /[Gg]ive (--.*)\.$/)?.1 else { continue }
      for way in give.split(separator: /\ if [a-z ]+|\ to [a-z ]+|,?\ or\ (?=--)/)
      where way.hasPrefix("--") {
        let read = Self.said(text, name, .parsed(String(way)))
        #expect(read.contains(" updates in "), "\(way): \(read)")
      }
    }
  }
}

/// The description of a recording.
struct UnderstandingTests {
  private func recording(_ text: String) throws -> Recording {
    try Recording(bytes: Array(text.utf8), name: "my.csv", options: TraceOptions())
  }

  @Test func sortingIsReported() throws {
    let rows = (0..<200).map { "\($0 == 3 ? 1 : $0)\n" }
    let read = try recording("time_ms\n" + rows.joined())
    #expect(
      read.understood
        == "my.csv: 200 updates in 0.199 s, 0 s to 0.199 s, 1 view; times from `time_ms` (detected), "
        + "milliseconds; rows out of order: 1, by up to 1 ms; they were sorted.")
    #expect(read.trace.times.prefix(4) == [0, 1_000_000, 1_000_000, 2_000_000])
  }

  @Test(
    arguments: [
      (
        "user,time_ms\na,1\n", 1,
        "no column, or more than one, is named 'id'. Choose from: 'user', 'time_ms'."
      ),
      ("id,time_ms\na,1\n,2\n", 3, "it is empty."),
      ("time_ms,id\n1,a\n2\n", 3, "it is empty."),
      ("{\"id\":1,\"time_ms\":1}\n{\"time_ms\":2}\n", 2, "it is empty."),
    ])
  func rowWithoutAViewIsRefused(text: String, line: Int, cause: String) {
    let refusal = TraceText.refusal(of: text, TraceOptions().with(\.viewColumn, "id"))
    #expect(refusal.line == line && refusal.cause == cause, "\(refusal)")
  }

  /// A footer, for example.
  @Test func rowWithoutATimeIsReported() throws {
    let read = try recording("id,time_ms\n" + (0..<20).map { "a,\($0)\n" }.joined() + "end,\n")
    #expect(read.understood.contains("rows without a time: 1 of 21"))
  }

  /// A clock of that name usually counts from a start.
  @Test(
    arguments: [
      ("name,time_ms\na,2\nb,2.5\nc,3\n", true), ("name,time_ms\na,0\nb,2.5\nc,3\n", false),
      ("time_ms,row\n2,a\n2.5,b\n3,c\n", false), ("name,uptime_ms\na,2\nb,2.5\nc,3\n", false),
    ])
  func possibleDurationsAreNamed(text: String, areNamed: Bool) throws {
    let said = try recording(text).understood
    #expect(said.contains("Warning: `time_ms` may be how long rows took") == areNamed, "\(said)")
  }

  @Test func recordingsAreSummarized() throws {
    let plain = try recording("time_ms\n1\n2\n")
    let odd = try recording("t;time_s\nx;0,5\ny;1\n")
    #expect(
      Recording.understood([plain, plain, odd, plain]) == """
        4 recordings with 8 updates; times from `time_ms` (detected), milliseconds; times from \
        `time_s` (detected), seconds, commas as decimal points.
        """)
  }
}
