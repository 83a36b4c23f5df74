/// A recording row by row, whatever it is written in.
protocol TraceRows {
  /// What it is, for people; nil for CSV.
  var format: String? { get }
  /// What can be asked for.
  var columns: [String] { get }
  /// Its column of times and their unit, where the format says so.
  var times: (column: String, unit: TimeUnit)? { get }
  /// Whether its rows stand in the order of their times.
  var isOrdered: Bool { get }

  /// Says which columns are read; nil leaves a place empty. `name` chooses events.
  /// - Throws: ``TextFailure``.
  mutating func choose(_ columns: [String?], name: String?) throws

  /// Reads the next row that has anything into as many fields as columns were chosen, nil for what it
  /// lacks, and answers where it begins; nil at the end.
  /// - Throws: ``TextFailure``.
  mutating func next(_ fields: inout [TextField?]) throws -> Int?

  /// Where the fields are.
  var bytes: [UInt8] { get }
  /// What a field reads.
  func text(_ field: TextField) -> String
  /// Why there is no row that was chosen.
  var emptiness: String { get }
}
