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

  /// The format that `formatName` names, or that was detected in the recording.
  var format: RecordedFormat?
  /// Whether a coalescer or `bench record` wrote the recording; then all times may be equal, as in a single burst.
  var isOwn = false

  package init() {}

  /// How times are written, as a unit or a pattern; the user's choice overrides that of the format.
  var form: String? { timePattern ?? timeUnit?.rawValue ?? format?.form }
}
