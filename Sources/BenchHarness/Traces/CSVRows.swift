struct CSVRows: TraceRows {
  let columns: [String]
  let format: String? = nil
  let times: (column: String, unit: TimeUnit)? = nil
  let isOrdered = true
  let emptiness = "it has a header and no rows."
  private var reader: CSVReader
  private var row: [TextField] = []
  private var chosen: [Int?] = []

  init(_ bytes: [UInt8], from start: Int) throws {
    reader = CSVReader(bytes, from: start, delimiter: CSVReader.delimiter(of: bytes))
    _ = try reader.next(&row)
    columns = row.map { [reader] in reader.text($0.trimmed(reader.bytes)) }
  }

  var bytes: [UInt8] { reader.bytes }

  func text(_ field: TextField) -> String { reader.text(field) }

  mutating func choose(_ names: [String?], name: String?) throws {
    guard name == nil else {
      throw TextFailure(nil, "it is a CSV. --name chooses the events of a Chrome trace.")
    }
    chosen = try names.map { name in
      let indices = columns.indices.filter { columns[$0] == name }
      guard indices.count <= 1 else {
        throw TextFailure(
          0, column: name, "there are several columns of that name. Rename all but one.")
      }
      return indices.first
    }
  }

  mutating func next(_ fields: inout [TextField?]) throws -> Int? {
    while let start = try reader.next(&row) {
      if row.allSatisfy({ [bytes] in $0.trimmed(bytes).range.isEmpty }) { continue }
      guard row.count <= columns.count else {
        throw TextFailure(
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
