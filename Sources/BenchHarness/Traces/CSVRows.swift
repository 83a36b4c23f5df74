/// The rows of a CSV, or lines of text as they are, which have one column without a name.
struct CSVRows: TraceRows {
  enum Form: String {
    case header, noHeader = "no header", lines = "lines of text", terminal = "a terminal's output"
  }

  let columns: [String]
  let isRelative: Bool
  private let form: Form
  private var reader: CSVReader
  private var row: [TextField] = []
  private var chosen: [Int?] = []

  /// Without a header, columns are called by their numbers, from 1.
  init(_ bytes: [UInt8], from start: Int, _ form: Form, isRelative: Bool = false) throws {
    (self.form, self.isRelative) = (form, isRelative)
    guard form == .header || form == .noHeader else {
      reader = CSVReader(bytes, from: start, delimiter: nil)
      columns = [""]
      return
    }
    reader = CSVReader(bytes, from: start, delimiter: CSVReader.delimiter(of: bytes[start...]))
    var first = reader
    _ = try first.next(&row)
    columns = row.enumerated().map { [reader] number, name in
      form == .header ? reader.text(name.trimmed(bytes)) : "\(number + 1)"
    }
    if form == .header { reader = first }
  }

  var bytes: [UInt8] { reader.bytes }
  var times: (column: String, unit: TimeUnit?)? {
    form == .terminal ? ("", .s) : form == .lines ? ("", nil) : nil
  }
  var format: String? { form == .header ? nil : form.rawValue }
  var emptiness: String { form == .header ? "it has a header and no rows." : "it has no rows." }
  /// Whether a comma is a decimal point.
  var hasDecimalCommas: Bool { reader.delimiter == UInt8(ascii: ";") }

  func text(_ field: TextField) -> String { reader.text(field) }

  mutating func choose(_ names: [String?], name: String?) throws {
    guard name == nil else {
      throw TextFailure(nil, "it is not a Chrome trace. --name chooses the events of one.")
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
            + "holds '\(reader.delimiter.map { String(UnicodeScalar($0)) } ?? "")'.")
      }
      for (place, index) in chosen.enumerated() {
        fields[place] = index.flatMap { $0 < row.count ? row[$0].trimmed(bytes) : nil }
      }
      if form == .terminal, bytes[row[0].range].first != UInt8(ascii: "[") { continue }
      if form == .lines, isComment { fields[0] = nil }
      return start
    }
    return nil
  }

  /// What is a comment, or what a log says of itself, has no time.
  private var isComment: Bool {
    let line = bytes[row[0].range]
    return line.first == UInt8(ascii: "#") || line.starts(with: "--".utf8)
  }

  /// Of a terminal, only what it wrote counts, not the keys.
  var isUpdate: Bool {
    form != .terminal
      || bytes[row[0].range].drop { $0 != UInt8(ascii: "\"") }.starts(with: "\"o\"".utf8)
  }
}
