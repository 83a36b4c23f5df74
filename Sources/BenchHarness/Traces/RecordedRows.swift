import Foundation

/// The rows of a recording: of a table, of JSON, or its lines.
struct RecordedRows {
  /// Where it begins, and the values of the columns that are read, nil for what it lacks.
  typealias Row = (offset: Int, fields: [String?])

  /// Without a header, numbers from 1; of lines, one without a name.
  let columns: [String]
  var isJSON = false
  /// Whether a comma may be a decimal point.
  var hasDecimalCommas = false
  /// Begins to read these columns; nil leaves a place empty.
  let reading: ([String?]) throws -> () throws -> Row?

  var isLines: Bool { columns == [""] }

  /// The column of that name, or a refusal.
  func column(_ name: String) throws -> String {
    guard columns.contains(name) else {
      let list = TimeSource.list(columns)
      throw TextFailure(0, "there is no column '\(name)'. Choose from: \(list).")
    }
    return name
  }

  /// The rows of a CSV.
  init(table text: RecordedText, hasHeader: Bool) throws {
    let (start, delimiter) = text.table
    let all = CSVReader(text.bytes, from: start, delimiter: delimiter)
    var body = all, row: [TextField] = []
    _ = try body.next(&row)
    let names = row.map { all.text($0.trimmed(text.bytes)) }
    self.init(
      columns: hasHeader ? names : names.indices.map { "\($0 + 1)" }, hasHeader ? body : all)
    hasDecimalCommas = delimiter == UInt8(ascii: ";")
  }

  /// Lines of text as they are.
  init(lines text: RecordedText) {
    self.init(columns: [""], CSVReader(text.bytes, from: text.start, delimiter: nil))
  }

  private init(columns: [String], _ start: CSVReader) {
    self.columns = columns
    reading = { names in
      let chosen = try names.map { name in
        let indices = columns.indices.filter { columns[$0] == name }
        guard indices.count <= 1 else {
          throw TextFailure(0, column: name, "several columns have that name. Rename all but one.")
        }
        return indices.first
      }
      var reader = start, row: [TextField] = []
      return {
        while let offset = try reader.next(&row) {
          for place in row.indices { row[place] = row[place].trimmed(reader.bytes) }
          if row.allSatisfy(\.range.isEmpty) { continue }
          guard row.count <= columns.count else {
            throw TextFailure(
              offset,
              "the row has \(row.count) fields and the header \(columns.count). Quote a field that "
                + "has the separator in it.")
          }
          return (offset, chosen.map { $0.flatMap { $0 < row.count ? reader.text(row[$0]) : nil } })
        }
        return nil
      }
    }
  }

  /// Objects or arrays; anything else is a row without a time.
  private init(values begin: @escaping () throws -> () throws -> (Int, Any?)?) throws {
    let next = try begin()
    let sample = try (0..<1_000).compactMap { _ in try next()?.1 }.flatMap { Self.texts($0).keys }
    // Elements of arrays have numbers.
    columns = Set(sample).sorted { (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1) }
    isJSON = true
    reading = { names in
      let next = try begin(), wanted = Set(names.compactMap { $0 })
      return {
        try next().map { offset, value in
          let texts = value.map { Self.texts($0, wanted) } ?? [:]
          return (offset, names.map { $0.flatMap { texts[$0] } })
        }
      }
    }
  }

  /// An object a line.
  init(objects lines: RecordedRows) throws {
    try self.init(values: {
      let next = try lines.reading([""])
      return { try next().map { ($0.offset, Self.object($0.fields[0] ?? "")) } }
    })
  }

  /// The elements of one array; their places count down from -1.
  init(array: [Any]) throws {
    try self.init(values: {
      var rest = array.enumerated().makeIterator()
      return { rest.next().map { (-1 - $0.offset, $0.element) } }
    })
  }

  static func object(_ text: some StringProtocol) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  /// The texts and numbers in an object, by their paths, or in an array, by their places.
  private static func texts(_ value: Any, _ wanted: Set<String>? = nil) -> [String: String] {
    var texts: [String: String] = [:]
    func note(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (name, value) in object { note(value, path.isEmpty ? name : "\(path).\(name)") }
      } else if wanted?.contains(path) ?? true {
        texts[path] = value as? String ?? (value as? NSNumber)?.description
      }
    }
    guard let array = value as? [Any] else {
      note(value, "")
      return texts
    }
    for (place, value) in array.enumerated() { note(value, "\(place + 1)") }
    return texts
  }
}
