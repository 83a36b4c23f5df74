package struct TraceOptions: Sendable, Equatable {
  /// The column of times, or the columns of date and time of day, joined by a comma; nil to detect the column.
  package var timeColumn: String?
  package var timeUnit: TimeUnit?, timePattern: String?
  /// Whether each time is measured from the row above.
  package var isInterval = false
  /// The path to the array of rows in a JSON text.
  package var rowsAt: String?
  package var formatName: String?
  /// Nil means `view`, `row` and `kind`, if they exist. Without columns, each update changes a new row of one view.
  package var viewColumn: String?, rowColumn: String?, kindColumn: String?
  /// Whether a CSV begins with a header. Without a header, columns are named by number, from 1.
  package var hasHeader = true
  package var speed = 1.0, limit: Int?
  /// The first line to read, below the header; in a JSON text, the first object.
  package var firstLine: Int?
  /// What to do where the clock seems to have been set; nil to refuse the recording.
  package var jumps: ClockJumps?

  /// The format that `formatName` names, or that was detected in the recording.
  var format: RecordedFormat?
  /// Whether a coalescer or `bench record` wrote the recording; then all times may be equal, as in a single burst.
  var isOwn = false
  /// Whether rows may be in any order, because they are members of an object, or because the format allows it.
  var isUnordered = false

  package init() {}

  /// How times are written, as a unit or a pattern; the user's choice overrides that of the format.
  var form: String? { timePattern ?? timeUnit?.rawValue ?? format?.form }

  func with<Value>(_ option: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var options = self
    options[keyPath: option] = value
    return options
  }

  /// The command-line options that say how to read a recording, quoted for a shell.
  var arguments: String {
    let values = [
      ("input-format", formatName), ("rows-at", rowsAt), ("no-header", hasHeader ? nil : ""),
      ("time-column", timeColumn), ("time-pattern", timePattern),
      ("intervals", isInterval ? "" : nil), ("skip-before", firstLine.map { "\($0)" }),
      ("jumps", jumps?.rawValue), ("limit", limit.map { "\($0)" }),
      // Last, because advice appends other units.
      ("time-unit", timeUnit?.rawValue),
    ]
    return values.compactMap { name, value in
      guard let value else { return nil }
      let isPlain = value != "." && !value.contains(/[^A-Za-z0-9_.,:\/+-]/)
      let quoted = isPlain ? value : "'\(value.replacing("'", with: "'\\''"))'"
      return "--\(name)" + (value.isEmpty ? "" : " \(quoted)")
    }.joined(separator: " ")
  }
}

/// What to do where the clock seems to have been set.
package enum ClockJumps: String, CaseIterable, Sendable {
  /// Go on as if it had not been set.
  case cut
  /// Take the times as they are, in their order.
  case keep
}
