import Foundation

/// A named format of recordings: where the times are, and how they are written.
package struct RecordedFormat: Sendable, Equatable {
  package let name: String
  /// A sample line; for JSON, a whole file.
  package let example: String
  /// A regular expression for the text before the time in a line; for JSON, the path to the array of rows.
  let place: String
  /// The JSON member that holds the time; nil if the format is not JSON.
  let column: String?
  /// How times are written: a unit or a pattern.
  let form: String

  var isJSON: Bool { column != nil }
  var prefix: String { isJSON ? "" : place }
  /// Whether to skip lines without a time, instead of treating them as rows whose time is missing.
  var skipsOthers: Bool { ["journal", "cast"].contains(name) }

  /// Whether a line is an update. In a recording of a terminal, lines of output are updates; keystrokes are not.
  func isUpdate(_ line: String) -> Bool {
    ["typescript": "O ", "cast": ", \"o\""][name].map(line.prefix(60).contains) ?? true
  }

  /// Whether each time is measured from the previous line. `line` is the first line of the file.
  func isInterval(_ line: String) -> Bool {
    name == "typescript" || name == "cast" && line.contains(/"version": *3/)
  }

  /// Whether `line`, the first line of a file, proves that the file has this format.
  func isStated(by line: String) -> Bool {
    name == "candump" && line.starts(with: /\(\d{9,}\.\d+\) v?s?l?can\d+\ /)
      || name == "cast" && line.starts(with: /\{ *"version": *[23]\b/)
  }

  package static let all: [Self] = table.split(separator: "\n").map { line in
    let parts = String(line).components(separatedBy: " | ")
    return Self(
      name: parts[0], example: parts[4], place: parts[1],
      column: parts[2].isEmpty ? nil : parts[2], form: parts[3])
  }

  private static let table = #"""
    syslog |  |  | %b %d %H:%M:%S.%f | May  1 12:30:00 host app[1]: text
    access-log | .*?\[(?=\d\d/) |  | %d/%b/%Y:%H:%M:%S.%f %z | ::1 - - [01/May/2026:12:30:00.25 +0000] "GET / HTTP/1.1" 200 1
    logcat |  |  | %m-%d %H:%M:%S.%f | 05-01 12:30:00.016  1702  2000 D Tag: text
    candump | \( |  | s | (1777627800.000500) can0 36E#D277
    journal | __REALTIME_TIMESTAMP= |  | us | __REALTIME_TIMESTAMP=1777638600000500
    kafka | CreateTime: |  | ms | CreateTime:1777638600123	key	value
    pcap |  |  | %H:%M:%S.%f | 12:30:00.094790 IP 10.0.0.2.443 > 10.0.0.3.51000: Flags [P.]
    strace | (\[pid +\d+\] )?(?=\d{9}) |  | s | [pid  99] 1777627800.000600 write(1, "a", 1) = 1
    typescript | [OISH] (?=\d+\.\d+ ) |  | s | O 0.002000 250
    cast | \[ |  | s | [0.4, "o", "text"]
    chrome-trace | traceEvents | ts | us | {"traceEvents": [{"ph": "i", "ts": 2.5}]}
    har | log.entries | startedDateTime | %Y-%m-%dT%H:%M:%S.%f | {"log": {"entries": [{"startedDateTime": "2026-05-01T12:30:00.002Z"}]}}
    otlp | resourceSpans.scopeSpans.spans | startTimeUnixNano | ns | {"resourceSpans": [{"scopeSpans": [{"spans": [{"startTimeUnixNano": "1777638600000500000"}]}]}]}
    """#

  package static var names: String { all.map(\.name).joined(separator: ", ") }

  package static func named(_ name: String) throws -> Self {
    if let format = all.first(where: { $0.name == name }) { return format }
    throw BenchError.badValue(
      what: "format of a recording", value: name, expected: "one of \(names)")
  }
}
