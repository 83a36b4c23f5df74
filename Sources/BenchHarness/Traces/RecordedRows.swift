import Foundation

/// The rows of a recording: table rows, JSON objects or lines.
struct RecordedRows {
  /// The row's offset, and a function that returns the row's value in a column; nil if the row has no value there.
  typealias Row = (offset: Int, value: (String) -> String?)

  /// The names of the columns. Without a header, they are numbers from 1; plain lines have one column, named "".
  let columns: [String]
  let isJSON: Bool
  let hasDecimalCommas: Bool
  /// Whether more text may follow a time, as in a line.
  let isFree: Bool
  /// How many lines are above the header.
  var skipped = 0
  /// Starts reading at the first row; returns a function that returns the next row, or nil at the end.
  let reading: () -> () throws -> Row?
  /// About the first thousand rows; fewer if there are very many columns.
  let sample: [Row]

  var isLines: Bool { !isJSON && columns == [""] }

  func column(_ name: String) throws -> String {
    if columns.count(where: { $0 == name }) == 1 { return name }
    let list = TimeSource.list(columns)
    throw TextFailure(0, "no column, or more than one, is named '\(name)'. Choose from: \(list).")
  }

  /// The row's values in these columns, separated by spaces; nil if any is missing or empty. Seconds since 1970 and a
  /// part of a second become one number.
  func text(_ names: [String], _ row: Row) -> String? {
    let texts = names.compactMap(row.value).filter { !$0.isEmpty }
    guard texts.count == names.count else { return nil }
    if texts.count == 2, let whole = Int(texts[0]), let part = Int(texts[1]), part >= 0 {
      let name = TimeName(names[1]), digits = name.unit == .us ? 6 : name.unit == .ms ? 3 : 9
      let zeros = String(repeating: "0", count: max(0, digits - texts[1].count))
      if name.isPartOfSecond || whole >= 100_000_000 { return "\(whole).\(zeros)\(part)" }
    }
    return texts.joined(separator: " ")
  }

  /// The rows of a table without a header.
  init(table: CSVReader) throws {
    var body = table, row: [TextField] = []
    let counts = (0..<100).compactMap { _ in (try? body.next(&row)).map { _ in row.count } }
    try self.init(columns: (1...max(1, counts.max() ?? 1)).map(String.init), table)
  }

  /// The rows that `start` reads, with these columns; the default is for a reader that treats each line as one field.
  init(columns: [String] = [""], _ start: CSVReader) throws {
    let places = Dictionary(zip(columns, columns.indices)) { first, _ in first }
    hasDecimalCommas = start.delimiter == UInt8(ascii: ";")
    (self.columns, isJSON) = (columns, false)
    isFree = start.isBlank || columns == [""]
    reading = {
      var reader = start
      return { try Self.row(&reader, columns.count, places) }
    }
    var reader = start
    let most = 1_000_000 / max(1_000, columns.count)
    sample = try (0...most).compactMap { _ in try Self.row(&reader, columns.count, places) }
  }

  private static func row(
    _ reader: inout CSVReader, _ count: Int, _ places: [String: Int]
  ) throws -> Row? {
    var row: [TextField] = []
    while let offset = try reader.next(&row) {
      let text = reader, fields = row.map { $0.trimmed(text.bytes) }
      if fields.allSatisfy(\.range.isEmpty) { continue }
      guard fields.count <= count || text.isBlank else {
        throw TextFailure(
          offset, "it has more fields than the header. Quote fields that contain the separator.")
      }
      return (offset, { places[$0].flatMap { $0 < fields.count ? text.text(fields[$0]) : nil } })
    }
    return nil
  }

  /// Rows from JSON objects with their offsets. An empty object is a row without a time.
  init(objects: some Sequence<(Int, [String: Any])>) {
    let row = { (row: (Int, [String: Any])) -> Row in (row.0, { Self.text(row.1, $0) }) }
    reading = {
      var rest = objects.makeIterator()
      return { rest.next().map(row) }
    }
    let first = Array(objects.prefix(1_000))
    columns = Set(first.flatMap { Self.paths($1) }).sorted()
    sample = first.prefix(1 + 1_000_000 / max(1_000, columns.count)).map(row)
    (isJSON, hasDecimalCommas, isFree) = (true, false, false)
  }

  /// The JSON object in each line, with the line's offset; an empty object if the line holds no object.
  var objects: some Sequence<(Int, [String: Any])> {
    AnySequence {
      let next = reading()
      return AnyIterator {
        (try? next()).map { ($0.offset, Self.object($0.value("") ?? "") ?? [:]) }
      }
    }
  }

  static func object(_ text: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  private static func text(_ value: Any?) -> String? {
    value as? String ?? (value as? NSNumber)?.description
  }

  /// The text or number at a path. The names of members may contain dots.
  private static func text(_ object: [String: Any], _ path: String) -> String? {
    text(object[path])
      ?? path.indices.lazy.filter { path[$0] == "." }.compactMap { point in
        (object[String(path[..<point])] as? [String: Any])
          .flatMap { text($0, String(path[path.index(after: point)...])) }
      }.first
  }

  private static func paths(_ object: [String: Any]) -> [String] {
    object.flatMap { name, value in
      (value as? [String: Any]).map { paths($0).map { "\(name).\($0)" } }
        ?? (text(value) == nil ? [] : [name])
    }
  }
}
