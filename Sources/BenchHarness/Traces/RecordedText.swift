struct RecordedText {
  let bytes: [UInt8]

  private static let others: [(start: String, what: String, command: String)] = [
    ("\u{1F}\u{8B}", "gzip", "zcat FILE"), ("\u{28}\u{B5}\u{2F}\u{FD}", "zstd", "zstd -dc FILE"),
    ("\u{FD}7zXZ", "xz", "xz -dc FILE"), ("BZh", "bzip2", "bzip2 -dc FILE"),
    ("\u{FF}\u{FE}", "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
    ("\u{FE}\u{FF}", "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
    ("PK\u{3}\u{4}", "a ZIP archive, or a workbook to save as CSV", "unzip -p FILE"),
    ("SQLite format 3", "a database", "sqlite3 -csv -header FILE 'SELECT …'"),
    ("\u{D4}\u{C3}\u{B2}\u{A1}", "a network capture", capture),
    ("\u{A}\u{D}\u{D}\u{A}", "a network capture", capture),
  ]
  private static let capture = "tshark -r FILE -T fields -E header=y -e frame.time_epoch"

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let start = bytes.prefix(16).map { Unicode.Scalar($0) }
    if let other = Self.others.first(where: { start.starts(with: $0.start.unicodeScalars) }) {
      throw TextFailure(
        nil,
        "it is not text, but seems to be \(other.what). Read it with \(other.command) | "
          + "bench … --trace -")
    }
    guard !bytes.prefix(1 << 16).contains(0) else {
      throw TextFailure(
        nil, "it is not text in UTF-8. Convert it with iconv, or export it as CSV or JSON.")
    }
  }

  /// Where the content begins, after any byte-order mark and blank lines.
  var start: Int {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[mark...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09].contains($0) } ?? bytes.count
  }

  var lines: CSVReader { CSVReader(bytes, from: start, delimiter: nil) }

  /// Up to twenty lines that are not blank, from the first 64 KiB.
  var firstLines: ArraySlice<Substring> {
    let text = String(decoding: bytes[start...].prefix(1 << 16), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).filter { $0.contains { $0 > " " } }.prefix(20)
  }

  /// The table from its header on, after any empty lines, `#` comments and a line such as `sep=;`.
  var table: CSVReader {
    var lines = lines, line: [TextField] = [], delimiter: UInt8?
    while let start = (try? lines.next(&line)) ?? nil {
      let text = lines.text(line[0])
      if let match = text.wholeMatch(of: /"?sep=(.)"?/) {
        delimiter = match.1.utf8.first
      } else if !text.isEmpty, !text.hasPrefix("#") {
        delimiter = delimiter ?? CSVReader.delimiter(of: bytes[start...])
        return CSVReader(bytes, from: start, delimiter: delimiter)
      }
    }
    return lines
  }

  /// Whether the text looks like a table: a header without numbers or times, then rows with as many fields.
  var isTable: Bool {
    var table = table, row: [TextField] = [], counts: [Int] = []
    guard (try? table.next(&row)) != nil else { return bytes[start] == UInt8(ascii: "\"") }
    let names = row.map(table.text)
    guard !names.contains(where: { $0.contains(/^\W?\d|\d:\d|\d{4}/) }) else { return false }
    guard names.count > 1 else { return TimeName(names[0]).meansTime }
    while counts.count < 50, let _ = try? table.next(&row) {
      if row.count > 1 { counts.append(row.count) }
    }
    return counts.count { $0 == names.count } * 10 >= counts.count * 9
  }
}
