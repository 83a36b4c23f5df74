package struct TraceOptions: Sendable, Equatable {
  /// The column of times; nil finds it by its name.
  package var timeColumn: String?
  /// The unit of the times; nil takes it from the column's name, or from what they look like.
  package var timeUnit: TimeUnit?
  /// How the times are written, in the language of `strptime`; nil finds it out.
  package var timePattern: String?
  /// The column that names the view; nil for `view` if there is one, empty for a single view.
  package var viewColumn: String?
  /// The column that names the row; nil for `row` if there is one, empty for a row of each update's
  /// own.
  package var rowColumn: String?
  /// The column of kinds: insert, change or delete; nil for `kind` if there is one, empty to take
  /// every update for a change.
  package var kindColumn: String?
  /// The column whose values tell recordings apart that are in one file; nil for a single recording.
  package var sessionColumn: String?
  /// Whether a CSV begins with its header; without one, columns are called by their numbers.
  package var hasHeader = true
  /// Whether what has no time, or an earlier one than the row above, is refused.
  package var isStrict = false
  /// What the events of a Chrome trace are called that are taken; nil for all.
  package var name: String?
  /// How many times faster than recorded.
  package var speed = 1.0
  /// How many updates to take at most; nil for all.
  package var limit: Int?

  /// All columns that are found by their names, as fast as recorded.
  package init() {}
}
