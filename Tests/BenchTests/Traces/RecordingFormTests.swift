@testable import BenchHarness
import Foundation
import Testing

/// What people have: files of many kinds, each with how many updates it holds and over how long.
struct RecordingFormTests {
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// When its updates come, in microseconds since the first.
    let microseconds: [UInt64]
    let understood: String
    var options = TraceOptions()
  }

  private static let lines = ", lines of text"

  static let forms = [
    Form(
      testDescription: "dmesg",
      text: "[    0.000000] Linux version 6.1.0 (gcc 12.2.0)\n[    0.004123] x86/fpu: 0x001\n"
        + "[   12.345678] usb 1-1: new device 10.5.3\n",
      microseconds: [0, 4_123, 12_345_678], understood: "seconds" + lines),
    Form(
      testDescription: "strace -f -ttt",
      text: "[pid  1234] 1777627800.000100 read(3, \"10:20:30\", 8) = 8\n"
        + "1777627800.000600 write(1, \"a\", 1) = 1\n[pid 99] 1777627800.010100 close(3) = 0\n"
        + "strace: Process 1234 detached\n",
      microseconds: [0, 500, 10_000],
      understood: "seconds since 1970" + lines + "; 1 of 4 rows without a time skipped"),
    Form(
      testDescription: "strace -tt",
      text: "09:30:00.000100 read(3, \"\", 8) = 0\n[pid  12] 09:30:00.000350 close(3) = 0\n",
      microseconds: [0, 250], understood: "HH:MM:SS" + lines),
    Form(
      testDescription: "logfmt",
      text: "level=info ts=2026-05-01T09:30:00.000Z caller=main.go:12 msg=\"a\"\n"
        + "ts=2026-05-01T09:30:00.250Z level=warn msg=\"since 2026-04-01T00:00:00Z\"\n"
        + "level=info msg=\"b\" ts=2026-05-01T09:30:01.000Z\n",
      microseconds: [0, 250_000, 1_000_000], understood: "ISO 8601" + lines),
    Form(
      testDescription: "access log",
      text: "127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 2326\n"
        + "::1 - - [10/Oct/2000:13:55:38 -0700] \"GET /?at=2001-01-01T00:00:00Z HTTP/1.0\" 200 1\n",
      microseconds: [0, 2_000_000], understood: "as %d/%b/%Y:%H:%M:%S" + lines),
    Form(
      testDescription: "nginx error log",
      text:
        "2026/05/01 09:30:00 [error] 12#0: *1 open() failed\n2026/05/01 09:30:01 [crit] 12#0: b\n",
      microseconds: [0, 1_000_000], understood: "as %Y/%m/%d %H:%M:%S" + lines),
    Form(
      testDescription: "Apache error log",
      text: "[Fri May 01 09:30:00.000100 2026] [core:notice] [pid 12] AH0\n"
        + "[Fri May 01 09:30:00.000200 2026] [core:notice] [pid 12] AH0\n",
      microseconds: [0, 100], understood: "as %b %d %H:%M:%S %Y" + lines),
    Form(
      testDescription: "journalctl -o short-iso",
      text: "-- Journal begins at Fri 2026-05-01 09:00:00 CEST. --\n"
        + "2026-05-01T09:30:00+0200 host app[1]: a\n2026-05-01T09:30:03+0200 host app[1]: b\n"
        + "-- Boot 0123456789 --\n",
      microseconds: [0, 3_000_000],
      understood: "ISO 8601" + lines + "; 2 of 4 rows without a time skipped"),
    Form(
      testDescription: "syslog over new year, in a leap year",
      text: "Dec 31 23:59:59 host app[1]: a\nJan  1 00:00:01 host app[1]: b\n"
        + "Feb 28 23:59:59 host app[1]: c\nFeb 29 00:00:00 host app[1]: d\n"
        + "Mar  1 00:00:00 host app[1]: e\n",
      microseconds: [0, 2_000_000, 5_097_600_000_000, 5_097_601_000_000, 5_184_001_000_000],
      understood: "as %b %d %H:%M:%S" + lines),
    Form(
      testDescription: "ndjson of log stream, with a banner",
      text: "Filtering the log data using \"a\"\n{\"timestamp\": \"2026-05-01 09:30:00.5+0200\"}\n"
        + "{\"timestamp\": \"2026-05-01 09:30:01.5+0200\"}\n{\"count\": 2, \"finished\": 1}\n",
      microseconds: [0, 1_000_000],
      understood: "ISO 8601, JSON; 2 of 4 rows without a time skipped"),
    Form(
      testDescription: "log show, with a trailer and wrapped lines",
      text: "Timestamp                       Thread     Type\n"
        + "2026-05-01 09:30:00.001234+0200 0x10      Default 0x0 70 0 app: (Kit) a\n"
        + "\twhich began at 2026-05-01 09:29:00.001234+0200\n"
        + "2026-05-01 09:30:00.201234+0200 0x10      Default 0x0 70 0 app: (Kit) a\n"
        + (0..<9).map { "2026-05-01 09:30:01.\($0)+0200 0x10 Default 0x0 70 0 app: b\n" }.joined()
        + String(repeating: "-", count: 80) + "\nLog      - Default: 2, Info: 0\n",
      microseconds: [0, 200_000] + (0..<9).map { 998_766 + $0 * 100_000 },
      understood: "ISO 8601" + lines + "; 4 of 15 rows without a time skipped"),
    Form(
      testDescription: "tracing, in colours",
      text: "\u{1B}[2m2026-05-01T09:30:00.000100Z\u{1B}[0m \u{1B}[32m INFO\u{1B}[0m a\n"
        + "\u{1B}[2m2026-05-01T09:30:00.000300Z\u{1B}[0m \u{1B}[32m INFO\u{1B}[0m b\n",
      microseconds: [0, 200], understood: "ISO 8601" + lines),
    Form(
      testDescription: "perf script",
      text: "app  1234 [000] 12345.678901:     250000 cycles:  7f00 main+0x1 (/bin/app)\n"
        + "app  1234 [001] 12345.679901:     250000 cycles:  7f00 main+0x1 (/bin/app)\n",
      microseconds: [0, 1_000], understood: "seconds" + lines),
    Form(
      testDescription: "the log of a Java machine",
      text: "[0.005s][info][gc] Using G1\n[1.250s][info][gc] GC(0) Pause 1.5ms\n",
      microseconds: [0, 1_245_000], understood: "seconds" + lines),
    Form(
      testDescription: "glog",
      text:
        "I0501 09:30:00.000100  1234 main.cc:12] a\nW0501 09:30:00.000200  1234 main.cc:12] b\n",
      microseconds: [0, 100], understood: "as %m%d %H:%M:%S" + lines),
    Form(
      testDescription: "HDFS", text: "081109 203518 143 INFO a: b\n081109 203519 35 INFO a: b\n",
      microseconds: [0, 1_000_000], understood: "as %y%m%d %H%M%S" + lines),
    Form(
      testDescription: "Spark",
      text: "17/06/09 20:10:40 INFO a: b\n17/06/09 20:10:41 INFO a: b\n",
      microseconds: [0, 1_000_000], understood: "as %y/%m/%d %H:%M:%S" + lines),
    Form(
      testDescription: "HealthApp",
      text:
        "20171223-22:15:29:606|Step_LSC|30002312|a\n20171223-22:15:29:615|Step_LSC|30002312|b\n",
      microseconds: [0, 9_000], understood: "as %Y%m%d-%H:%M:%S" + lines),
    Form(
      testDescription: "BGL",
      text: "- 1117838570 2005.06.03 R02 2005-06-03-15.42.50.363779 R02 RAS KERNEL INFO a\n"
        + "- 1117838573 2005.06.03 R02 2005-06-03-15.42.53.276129 R02 RAS KERNEL INFO a\n",
      microseconds: [0, 3_000_000], understood: "seconds since 1970" + lines),
    Form(
      testDescription: "day or month first, as most can be read",
      text: "01/05/2026 23:59:59 a\n13/05/2026 00:00:00 b\n",
      microseconds: [0, 950_401_000_000], understood: "as %d/%m/%Y %H:%M:%S" + lines),
    Form(
      testDescription: "java.util.logging",
      text:
        "May 01, 2026 11:59:59 AM org.example.App run\nINFO: a\nMay 01, 2026 12:00:01 PM App run\n",
      microseconds: [0, 2_000_000],
      understood: "as %b %d, %Y %I:%M:%S %p" + lines + "; 1 of 3 rows without a time skipped"),
    Form(
      testDescription: "semicolons and decimal commas",
      text: "Time (ms);Value\n-0,5;1\n0,25;2\n", microseconds: [0, 750],
      understood: "from `Time (ms)`, milliseconds; times below 0, counted from the first; "
        + "commas read as decimal points"),
    Form(
      testDescription: "a date that is two columns beside the time",
      text: "Month,Date,Time,Content\nJun,30,23:59:58,a\nJul,1,00:00:01,b\n",
      microseconds: [0, 3_000_000],
      understood: "from `Month` and `Date` and `Time`, as %b %d %H:%M:%S"),
    Form(
      testDescription: "HDFS as a table",
      text: "LineId,Date,Time,Pid\n1,81109,203615,148\n2,81110,000001,148\n",
      microseconds: [0, 12_226_000_000], understood: "from `Date` and `Time`, as %y%m%d %H%M%S"),
    Form(
      testDescription: "tabs with quotes",
      text: "time_ms\tletter\n1\t\"\n2\ta\n3\t\"\n", microseconds: [0, 1_000, 2_000],
      understood: "milliseconds"),
    Form(
      testDescription: "a table whose time has no usual name",
      text: "id,sent,v\n7,2026-05-01T09:30:00Z,1\n8,2026-05-01T09:30:02Z,1\n",
      microseconds: [0, 2_000_000],
      understood: "ISO 8601" + lines + "; 1 of 3 rows without a time skipped"),
    Form(
      testDescription: "asciinema 3, whose times are distances",
      text:
        "{\"version\": 3, \"term\": {\"cols\": 80}}\n[0.5, \"o\", \"a\"]\n[0.25, \"i\", \"b\"]\n"
        + "[0.125, \"o\", \"c\"]\n",
      microseconds: [0, 375_000], understood: "seconds, a terminal's output"),
    Form(
      testDescription: "asynchronous slices",
      text:
        "[{\"ph\":\"b\",\"ts\":0,\"name\":\"u\",\"id\":1},{\"ph\":\"e\",\"ts\":4,\"name\":\"u\",\"id\":1},"
        + "{\"ph\":\"n\",\"ts\":2,\"name\":\"u\",\"id\":1}]",
      microseconds: [0, 2],
      understood: "microseconds, Chrome trace, events 'u'"),
    Form(
      testDescription: "a pattern of the user's own",
      text: "at <9h30m00.25s> a\nat <9h30m01.5s> b\n", microseconds: [0, 1_250_000],
      understood: "as <%Hh%Mm%Ss>" + lines, options: .with { $0.timePattern = "<%Hh%Mm%Ss>" }),
    Form(
      testDescription: "a pattern as Python has it, in a column",
      text: "when;n\n01-05-26 09:30:00.25;1\n01-05-26 09:30:01;2\n", microseconds: [0, 750_000],
      understood: "from `when`, as %d-%m-%y %H:%M:%S.%f",
      options: .with { ($0.timeColumn, $0.timePattern) = ("when", "%d-%m-%y %H:%M:%S.%f") }),
  ]

  @Test(arguments: forms)
  func formIsReadToItsLastUpdate(form: Form) throws {
    let recording = try Recording(
      bytes: Array(form.text.utf8), name: "my", options: form.options)
    #expect(
      recording.trace.updates.intendedNanoseconds == form.microseconds.map { $0 * 1_000 },
      "\(recording.understood)")
    #expect(recording.understood.hasSuffix(form.understood + "."), "\(recording.understood)")
  }

  @Test(arguments: [true, false], ["", "\u{FEFF}"])
  func textInUTF16IsRead(isLittle: Bool, mark: String) throws {
    let bytes = (mark + "time_ms,row\n1,ä\n2,ä\n").utf16.flatMap {
      isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
    }
    let recording = try Recording(bytes: bytes, name: "my", options: TraceOptions())
    #expect(recording.trace.updates.intendedNanoseconds == [0, 1_000_000])
    #expect(recording.understood.hasSuffix(", UTF-16."))
  }

  @Test func textWithoutATimeIsRefusedWithWhatWouldHelp() {
    #expect(
      TraceText.refusal(of: "Compiling\nLinking\n").cause
        == "no line has a time that is known. Give --time-pattern, as '%d.%m.%Y %H:%M:%S'.")
  }
}
