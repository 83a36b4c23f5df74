/// A line of a text, read as the header of a table.
struct RecordedHeader {
  private let names: [String]
  private let body: CSVReader
  /// Whether the rows below have the same number of fields.
  let fits: Bool
  /// Whether a name means time.
  let hasClock: Bool
  /// Whether the line has numbers or times, like a row.
  private let isData: Bool
  let isAboveData: Bool
  /// Matches the start of a comment, or of Excel's line above a header. Safe to share: it runs no code of ours.
  nonisolated(unsafe) static let comment = /[#%;]+|\/\/|"?sep=/

  private static func isData(_ row: some Sequence<String>) -> Bool {
    row.contains { $0.contains(/^\W?\d|\d:\d|\d{4}/) }
  }

  init(_ bytes: [UInt8], from start: Int) {
    func row(_ reader: inout CSVReader) -> [String]? {
      var fields: [TextField] = []
      guard let start = try? reader.next(&fields) else { return nil }
      let isComment = "#%;".utf8.contains(bytes[start]) || bytes[start...].starts(with: "//".utf8)
      return isComment ? nil : fields.map { reader.text($0.trimmed(bytes)) }
    }
    var reader = CSVReader(bytes, from: start, delimiter: CSVReader.delimiter(of: bytes[start...]))
    var header: [TextField] = []
    _ = try? reader.next(&header)
    if reader.isBlank, header.count < 2 {
      reader = CSVReader(bytes, from: start)
      _ = try? reader.next(&header)
    }
    names = header.map { [reader] in reader.text($0.trimmed(bytes)) }
    body = reader
    let rows = (0..<50).compactMap { _ in row(&reader) }
    isData = Self.isData(names)
    isAboveData = rows.first.map { $0.count == header.count && Self.isData($0) } ?? false
    let clocks = names.map(TimeName.init), count = names.count
    hasClock = clocks.contains(where: \.meansTime)
    // In the lines of a log, commas between seconds and their decimals look like delimiters.
    let cutsTimes = rows.prefix(9).contains { row in
      zip(row, row.dropFirst()).contains {
        $0.contains(/:\d\d$/) && $1.starts(with: /\d{3}(?!\d)/)
      }
    }
    let counts = rows.map(\.count).filter { $0 > (reader.isBlank ? 0 : 1) }
    let fit = counts.count { $0 == count } * 10 >= counts.count * 9
    fits =
      count < 2
      ? hasClock && !counts.contains { $0 > 1 }
      : fit && (hasClock || !cutsTimes)
        && (!reader.isBlank || !counts.isEmpty && clocks.contains { $0.isClock && $0.unit != nil })
  }

  /// Whether the line is the first row of a table without a header. A title has empty fields.
  var beginsWithData: Bool { fits && !names.contains("") && Self.isData(names.prefix(1)) }

  /// Whether the line is the header of a table with these columns or, if none are given, of any table.
  func has(_ columns: [String]) -> Bool {
    columns.isEmpty
      ? fits && !isData && names.contains { !$0.isEmpty } : Set(columns).isSubset(of: names)
  }

  /// The rows of the table, without those before an offset; `skipped` lines are above the header.
  func rows(below skipped: Int, from offset: Int) throws -> RecordedRows {
    var rows = try RecordedRows(columns: names, body.skipped(to: offset))
    rows.skipped = skipped
    return rows
  }
}
