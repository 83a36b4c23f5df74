/// Reads CSV (RFC 4180) row by row, directly from bytes: a million rows take a second. Spaces may surround a quoted
/// field. Rejects stray quotes and quotes that are never closed, which would swallow the rest of the file. Between tabs
/// and between blanks, a quote is an ordinary character. If the delimiter is a blank, so is any run of blanks and tabs.
package struct CSVReader {
  package let bytes: [UInt8]
  let delimiter: UInt8?
  let isBlank: Bool
  private let hasQuotes: Bool
  private(set) var position: Int

  /// Without a delimiter, each line is one field.
  package init(_ bytes: [UInt8], from start: Int = 0, delimiter: UInt8? = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.delimiter = delimiter
    isBlank = delimiter == 0x20
    hasQuotes = delimiter.map { $0 != UInt8(ascii: "\t") && $0 != 0x20 } ?? false
    position = start
  }

  /// Comma, semicolon or tab, whichever the first line has most often outside quotes; a blank if it has none.
  static func delimiter(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes.prefix(1 << 16).prefix(while: { $0 != 0x0A && $0 != 0x0D }) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let choices = [UInt8](",;\t".utf8)
    let most = choices.max { counts[$0] ?? 0 < counts[$1] ?? 0 }
    return most.flatMap { counts[$0] == nil ? nil : $0 } ?? 0x20
  }

  /// A copy of the reader that continues at `offset`, or where it is if that is further on.
  func skipped(to offset: Int) -> Self {
    var reader = self
    reader.position = max(position, offset)
    return reader
  }

  /// Reads the next row into `fields` and returns the offset of the row's first byte; nil at the end.
  package mutating func next(_ fields: inout [TextField]) throws -> Int? {
    guard position < bytes.count else { return nil }
    let start = position
    fields.removeAll(keepingCapacity: true)
    repeat { fields.append(try field()) } while endsWithDelimiter()
    return start
  }

  /// All rows, including the header, with their line numbers. The number of fields may differ between rows.
  package static func rows(of text: String) throws -> [(line: Int, fields: [String])] {
    var reader = CSVReader(Array(text.utf8))
    var fields: [TextField] = []
    var rows: [(line: Int, fields: [String])] = []
    var (line, before) = (1, 0)
    while let start = try reader.next(&fields) {
      line += reader.bytes[before..<start].lineEnds
      before = start
      rows.append((line, fields.map(reader.text)))
    }
    return rows
  }

  package func text(_ field: TextField) -> String {
    let text = String(decoding: bytes[field.range], as: UTF8.self)
    return field.isEscaped ? text.replacing("\"\"", with: "\"") : text
  }

  private mutating func field() throws -> TextField {
    let start = position
    skipBlanks()
    if hasQuotes, position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      return try quoted()
    }
    while position < bytes.count, !isEnd(bytes[position]) {
      if hasQuotes, bytes[position] == UInt8(ascii: "\"") { throw strayQuote }
      position += 1
    }
    return TextField(start..<position)
  }

  private mutating func quoted() throws -> TextField {
    let opened = position
    var field = TextField(opened..<opened)
    position += 1
    while true {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) else {
        throw TextFailure(opened, "a quote is opened here and never closed.")
      }
      position = end + 1
      field.range = opened + 1..<end
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
      field.isEscaped = true
      position += 1
    }
    skipBlanks()
    guard position == bytes.count || isEnd(bytes[position]) else { throw strayQuote }
    return field
  }

  private var strayQuote: TextFailure {
    TextFailure(position, "a quote is out of place. Quote the field and double each quote in it.")
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D || isBlank && byte == 0x09
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] == 0x20 || isBlank && bytes[position] == 0x09 {
      position += 1
    }
  }

  private mutating func endsWithDelimiter() -> Bool {
    if isBlank { skipBlanks() }
    guard position < bytes.count else { return false }
    if isBlank, !isEnd(bytes[position]) { return true }
    let end = bytes[position]
    position += 1
    if end == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    return end == delimiter
  }
}
