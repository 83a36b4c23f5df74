import Foundation

/// The rows of a recording: table rows, JSON values or lines.
struct RecordedRows {
  /// Where a row begins, and its values in the requested columns; nil for a value that it lacks.
  typealias Row = (offset: Int, fields: [String?])

  /// The names of the columns. Without a header, they are numbers from 1; lines have one column, named "".
  let columns: [String]
  let isJSON: Bool, isLines: Bool
  /// Whether a comma may be a decimal point.
  let hasDecimalCommas: Bool
  /// Starts to read the named columns from the first row; a nil name yields a nil value.
  let reading: ([String?]) -> () throws -> Row?

  func column(_ name: String) throws -> String {
    let count = columns.count { $0 == name }
    guard count > 0 else {
      let list = TimeSource.list(columns)
      throw TextFailure(0, "there is no column '\(name)'. Choose from: \(list).")
    }
    guard count == 1 else {
      throw TextFailure(0, column: name, "several columns have that name. Rename all but one.")
    }
    return name
  }

  init(table: CSVReader, hasHeader: Bool) throws {
    var body = table, row: [TextField] = []
    _ = try body.next(&row)
    let names = row.map { table.text($0.trimmed(table.bytes)) }
    self.init(
      columns: hasHeader ? names : names.indices.map { "\($0 + 1)" }, hasHeader ? body : table)
  }

  /// Rows of fields; by default, each line is one field.
  init(columns: [String] = [""], _ start: CSVReader) {
    (self.columns, isJSON, isLines) = (columns, false, columns == [""])
    hasDecimalCommas = start.delimiter == UInt8(ascii: ";")
    reading = { names in
      let places = names.map { $0.flatMap(columns.firstIndex) }
      var reader = start, row: [TextField] = []
      return {
        guard let offset = try reader.nextFilled(&row) else { return nil }
        guard row.count <= columns.count else {
          throw TextFailure(
            offset,
            "the row has \(row.count) fields and the header \(columns.count). Quote fields that "
              + "contain the separator.")
        }
        return (offset, places.map { $0.flatMap { $0 < row.count ? reader.text(row[$0]) : nil } })
      }
    }
  }

  /// One JSON object per line.
  init(objects: CSVReader) throws {
    try self.init(values: {
      var lines = objects, line: [TextField] = []
      return { try lines.nextFilled(&line).map { ($0, Self.object(lines.text(line[0])) ?? [:]) } }
    })
  }

  /// The elements of an array. Their offsets count down from -1, so that they differ from byte offsets.
  init(array: [Any]) throws {
    try self.init(values: {
      var rest = array.enumerated().makeIterator()
      return { rest.next().map { (-1 - $0.offset, $0.element) } }
    })
  }

  /// Objects or arrays. An empty object is a row without a time.
  private init(values begin: @escaping () -> () throws -> (Int, Any)?) throws {
    let first = begin()
    let names = try (0..<1_000).compactMap { _ in try first() }.flatMap { Self.texts($1).keys }
    // Array elements sort by number.
    columns = Set(names).sorted { (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1) }
    (isJSON, isLines, hasDecimalCommas) = (true, false, false)
    reading = { names in
      let next = begin(), wanted = Set(names.compactMap { $0 })
      return {
        try next().map { offset, value in
          let texts = Self.texts(value, wanted)
          return (offset, names.map { $0.flatMap { texts[$0] } })
        }
      }
    }
  }

  static func object(_ text: some StringProtocol) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  /// The texts and numbers in an object, by path, or in an array, by position from 1.
  private static func texts(_ value: Any, _ wanted: Set<String>? = nil) -> [String: String] {
    var texts: [String: String] = [:]
    func note(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (name, value) in object { note(value, path.isEmpty ? name : "\(path).\(name)") }
      } else if path.isEmpty, let array = value as? [Any] {
        for (place, value) in array.enumerated() { note(value, "\(place + 1)") }
      } else if wanted?.contains(path) ?? true {
        texts[path] = value as? String ?? (value as? NSNumber)?.description
      }
    }
    note(value, "")
    return texts
  }
}

extension CSVReader {
  /// Reads the next row that is not empty, and trims its fields. Returns where it begins; nil at the end.
  fileprivate mutating func nextFilled(_ row: inout [TextField]) throws -> Int? {
    while let offset = try next(&row) {
      for place in row.indices { row[place] = row[place].trimmed(bytes) }
      if !row.allSatisfy(\.range.isEmpty) { return offset }
    }
    return nil
  }
}
