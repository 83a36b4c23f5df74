package struct TraceOptions: Sendable, Equatable {
  /// The column of times; nil finds it by its name.
  package var timeColumn: String?
  /// The unit of the times; nil takes it from the column's name, or from what the first one looks
  /// like.
  package var timeUnit: TimeUnit?
  /// The column that names the view; nil for `view` if there is one, empty for a single view.
  package var viewColumn: String?
  /// The column that names the row; nil for `row` if there is one, empty for a row of each update's
  /// own.
  package var rowColumn: String?
  /// The column of kinds: insert, change or delete; nil for `kind` if there is one, empty to take
  /// every update for a change.
  package var kindColumn: String?
  /// What the events of a Chrome trace are called that are taken; nil for all.
  package var name: String?
  /// How many times faster than recorded.
  package var speed = 1.0
  /// How many updates to take at most; nil for all.
  package var limit: Int?

  /// All columns that are found by their names, as fast as recorded.
  package init() {}
}
