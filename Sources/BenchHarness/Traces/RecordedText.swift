/// The text of a recording in UTF-8, as far as anything is read of it.
struct RecordedText {
  let bytes: [UInt8]
  let isFromUTF16: Bool

  /// What other files begin with, what they are, and how their text is had.
  private static let others: [(start: String, what: String, help: String)] = [
    ("PK\u{3}\u{4}", "a ZIP archive or a workbook", "Unzip it, or save it as CSV."),
    ("\u{28}\u{B5}\u{2F}\u{FD}", "zstd", "Decompress it: zstd -dc FILE | bench … --trace -."),
    ("\u{FD}7zXZ", "xz", "Decompress it: xz -dc FILE | bench … --trace -."),
    ("BZh", "bzip2", "Decompress it: bzip2 -dc FILE | bench … --trace -."),
    ("SQLite format 3", "a database", "Export a table: sqlite3 -csv -header FILE 'SELECT …'."),
    ("\u{D4}\u{C3}\u{B2}\u{A1}", "a network capture", capture),
    ("\u{A}\u{D}\u{D}\u{A}", "a network capture", capture),
    ("PERFILE2", "a profile of perf", "Print it: perf script -i FILE."),
    ("LPKSHHRH", "a journal", "Print it: journalctl --file FILE -o short-unix."),
    ("bplist00", "a property list", "Print it: plutil -convert json FILE."),
    ("PAR1", "Parquet", "Export it as CSV or as JSON lines."),
  ]
  private static let capture = "Print its times: tshark -r FILE -T fields -e frame.time_epoch."

  /// - Throws: ``TextFailure`` for what is no text.
  init(_ file: [UInt8]) throws {
    // Without a mark, every other byte of what it begins with is 0.
    let zeros = file.prefix(4).map { $0 == 0 }
    let isLittle = file.starts(with: [0xFF, 0xFE]) || zeros == [false, true, false, true]
    let isBig = file.starts(with: [0xFE, 0xFF]) || zeros == [true, false, true, false]
    isFromUTF16 = isLittle || isBig
    if isFromUTF16 {
      let units = stride(from: 0, to: file.count - 1, by: 2).map {
        UInt16(file[$0 + (isLittle ? 1 : 0)]) << 8 | UInt16(file[$0 + (isLittle ? 0 : 1)])
      }
      bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    } else {
      bytes = file
    }
    let start = String(String.UnicodeScalarView(bytes.prefix(16).map { Unicode.Scalar($0) }))
    for other in Self.others where start.unicodeScalars.starts(with: other.start.unicodeScalars) {
      throw TextFailure(nil, "it is not text, but seems to be \(other.what). \(other.help)")
    }
    guard !bytes.prefix(1 << 16).contains(0) else {
      throw TextFailure(nil, "it is not text. Export it as CSV, as JSON, or as lines with times.")
    }
  }

  /// Where it begins: a byte-order mark and blank lines are no part of it.
  var start: Int {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[mark...].firstIndex { $0 != 0x0A && $0 != 0x0D } ?? bytes.count
  }
}
