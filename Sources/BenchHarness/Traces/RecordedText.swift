struct RecordedText {
  let bytes: [UInt8]
  /// Where the content begins, after any byte-order mark and whitespace.
  let start: Int
  let lines: RecordedRows

  init(_ bytes: [UInt8]) throws {
    guard !bytes.prefix(1 << 16).contains(0), !bytes.starts(with: [0x1F, 0x8B]) else {
      throw TextFailure(
        nil, "it is not UTF-8 text. Decompress or convert it: zcat FILE | bench … --trace -.")
    }
    self.bytes = bytes
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    start = bytes[mark...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09].contains($0) } ?? bytes.count
    lines = try RecordedRows(CSVReader(bytes, from: start, delimiter: nil))
    if lines.sample.isEmpty { throw TextFailure(nil, "it is empty.") }
  }

  var firstLines: [String] { lines.sample.prefix(20).compactMap { $0.value("") } }

  /// The table, starting at its header. Skips `#` comments above the header and a line such as `sep=;`.
  var table: CSVReader {
    let header = lines.sample.first { $0.value("")?.contains(/^(#|"?sep=)/) == false }
    let start = header?.offset ?? bytes.count
    return CSVReader(bytes, from: start, delimiter: CSVReader.delimiter(of: bytes[start...]))
  }

  /// Whether the text looks like a table: a header without numbers or times, and rows mostly with as many fields.
  var isTable: Bool {
    var table = table, row: [TextField] = []
    guard (try? table.next(&row)) != nil else { return bytes[start] == UInt8(ascii: "\"") }
    let names = row.map(table.text)
    guard !names.contains(where: { $0.contains(/^\W?\d|\d:\d|\d{4}/) }) else { return false }
    guard names.count > 1 else { return TimeName(names[0]).meansTime }
    let counts = (0..<50).compactMap { _ in (try? table.next(&row)).map { _ in row.count } }
      .filter { $0 > 1 }
    return counts.count { $0 == names.count } * 10 >= counts.count * 9
  }
}
