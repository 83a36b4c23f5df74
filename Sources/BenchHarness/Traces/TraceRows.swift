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
  /// - Throws: ``TraceFailure``.
  mutating func choose(_ columns: [String?], name: String?) throws

  /// Reads the next row that has anything into as many fields as columns were chosen, nil for what it
  /// lacks, and answers where it begins; nil at the end.
  /// - Throws: ``TraceFailure``, ``TextFailure``.
  mutating func next(_ fields: inout [TextField?]) throws -> Int?

  /// Where the fields are.
  var bytes: [UInt8] { get }
  /// What a field reads.
  func text(_ field: TextField) -> String
  /// Why there is no row that was chosen.
  var emptiness: String { get }
}

/// Why a recording is refused: an offset in bytes and a column, where there is one.
struct TraceFailure: Error {
  let offset: Int?
  let column: String?
  let cause: String

  init(_ offset: Int?, column: String? = nil, _ cause: String) {
    self.offset = offset
    self.column = column
    self.cause = cause
  }
}

/// The rows of a CSV.
struct CSVRows: TraceRows {
  let columns: [String]
  let format: String? = nil
  let times: (column: String, unit: TimeUnit)? = nil
  let isOrdered = true
  let emptiness = "it has a header and no rows."
  private var reader: CSVReader
  private var row: [TextField] = []
  private var chosen: [Int?] = []

  /// Reads the header.
  init(_ bytes: [UInt8], from start: Int) throws {
    reader = CSVReader(bytes, from: start, delimiter: CSVReader.delimiter(of: bytes))
    _ = try reader.next(&row)
    columns = row.map { [reader] in reader.text($0.trimmed(reader.bytes)) }
  }

  var bytes: [UInt8] { reader.bytes }

  func text(_ field: TextField) -> String { reader.text(field) }

  mutating func choose(_ names: [String?], name: String?) throws {
    guard name == nil else {
      throw TraceFailure(nil, "it is a CSV. --name chooses the events of a Chrome trace.")
    }
    chosen = try names.map { name in
      let indices = columns.indices.filter { columns[$0] == name }
      guard indices.count <= 1 else {
        throw TraceFailure(
          0, column: name, "there are several columns of that name. Rename all but one.")
      }
      return indices.first
    }
  }

  mutating func next(_ fields: inout [TextField?]) throws -> Int? {
    while let start = try reader.next(&row) {
      if row.allSatisfy({ [bytes] in $0.trimmed(bytes).range.isEmpty }) { continue }
      guard row.count <= columns.count else {
        throw TraceFailure(
          start,
          "the row has \(row.count) fields and the header \(columns.count). Quote a field that "
            + "holds '\(Character(Unicode.Scalar(reader.delimiter)))'.")
      }
      for (place, index) in chosen.enumerated() {
        fields[place] = index.flatMap { $0 < row.count ? row[$0].trimmed(bytes) : nil }
      }
      return start
    }
    return nil
  }
}

extension TextField {
  /// Without blanks and tabs around it.
  func trimmed(_ bytes: [UInt8]) -> TextField {
    var field = self
    func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }
    while let first = field.range.first, isBlank(first) {
      field.range = first + 1..<field.range.upperBound
    }
    while let last = field.range.last, isBlank(last) {
      field.range = field.range.lowerBound..<last
    }
    return field
  }
}
