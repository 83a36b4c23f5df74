package struct TraceOptions: Sendable, Equatable {
  /// A column, or those of a date and a time of day with a comma between; nil for the only one that states its times.
  package var timeColumn: String?
  package var timeUnit: TimeUnit?
  package var timePattern: String?
  /// Whether each time counts from the row above.
  package var isInterval = false
  /// A path to the array of rows inside a JSON text.
  package var rowsAt: String?
  package var formatName: String?
  /// Nil for `view`, `row` and `kind` if there are such columns; empty for one view, a new row each time, changes.
  package var viewColumn: String?, rowColumn: String?, kindColumn: String?
  /// The column whose values tell recordings apart that are in one file; nil for a single recording.
  package var sessionColumn: String?
  /// Whether a CSV begins with its header; without one, columns are called by their numbers.
  package var hasHeader = true
  package var speed = 1.0
  package var limit: Int?

  /// The named one, or the one that a recording states.
  var format: RecordedFormat?
  /// Whether a coalescer or `bench record` wrote it. Then all its times may be equal, as in one burst.
  var isOwn = false

  package init() {}

  /// How the user or the format says that times are written, as ``TimeRule`` takes it.
  var form: String? { timePattern ?? timeUnit?.rawValue ?? format?.form }
}
