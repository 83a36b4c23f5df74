/// A recording, row by row, in any format.
protocol TraceRows {
  /// The format, for people; nil for CSV.
  var format: String? { get }
  /// The columns that can be chosen.
  var columns: [String] { get }
  /// Its column of times and their unit, where the format says so.
  var times: (column: String, unit: TimeUnit?)? { get }
  /// Whether its rows stand in the order of their times.
  var isOrdered: Bool { get }
  /// Whether each time counts from the one before, and whether the last row is an update.
  var isRelative: Bool { get }
  var isUpdate: Bool { get }
  /// What the column of views is called, if there is one.
  var viewColumn: String { get }

  /// Says which columns are read; nil leaves a place empty. `name` chooses events.
  /// - Throws: ``TextFailure``.
  mutating func choose(_ columns: [String?], name: String?) throws

  /// Reads the next row that is not empty into a field for each chosen column, nil for what it
  /// lacks, and returns where it begins; nil at the end.
  /// - Throws: ``TextFailure``.
  mutating func next(_ fields: inout [TextField?]) throws -> Int?

  /// What is wrong with the first row that could not be read, and has no fields for that.
  var failure: TextFailure? { get }
  /// Whether a comma is a decimal point.
  var hasDecimalCommas: Bool { get }

  /// Where the fields are.
  var bytes: [UInt8] { get }
  /// The text of a field.
  func text(_ field: TextField) -> String
  /// Says why there was no row.
  var emptiness: String { get }
}

extension TraceRows {
  var isOrdered: Bool { true }
  var isRelative: Bool { false }
  var isUpdate: Bool { true }
  var failure: TextFailure? { nil }
  var viewColumn: String { "view" }
  var hasDecimalCommas: Bool { false }
}
