/// The text of a recording, as far as anything is read of it.
struct RecordedText {
  let bytes: [UInt8]

  /// What other files begin with, what they are, and how their text is had.
  private static let others: [(start: String, what: String, help: String)] = [
    ("\u{1F}\u{8B}", "gzip", pipe("zcat FILE")),
    ("\u{28}\u{B5}\u{2F}\u{FD}", "zstd", pipe("zstd -dc FILE")),
    ("\u{FD}7zXZ", "xz", pipe("xz -dc FILE")),
    ("BZh", "bzip2", pipe("bzip2 -dc FILE")),
    ("\u{FF}\u{FE}", "UTF-16", pipe("iconv -f UTF-16 -t UTF-8 FILE")),
    ("\u{FE}\u{FF}", "UTF-16", pipe("iconv -f UTF-16 -t UTF-8 FILE")),
    ("PK\u{3}\u{4}", "a ZIP archive or a workbook", "Unzip it, or save it as CSV."),
    ("SQLite format 3", "a database", "Export a table: sqlite3 -csv -header FILE 'SELECT …'."),
    ("\u{D4}\u{C3}\u{B2}\u{A1}", "a network capture", capture),
    ("\u{A}\u{D}\u{D}\u{A}", "a network capture", capture),
  ]
  private static let capture =
    pipe("tshark -r FILE -T fields -E header=y -e frame.time_epoch")

  private static func pipe(_ command: String) -> String {
    "Read it by \(command) | bench … --trace -"
  }

  init(_ bytes: [UInt8]) throws {
    self.bytes = Self.plain(bytes)
    let start = String(String.UnicodeScalarView(bytes.prefix(16).map { Unicode.Scalar($0) }))
    for other in Self.others where start.unicodeScalars.starts(with: other.start.unicodeScalars) {
      throw TextFailure(nil, "it is not text, but seems to be \(other.what). \(other.help)")
    }
    guard !bytes.prefix(1 << 16).contains(0) else {
      throw TextFailure(
        nil, "it is not text in UTF-8. Convert it with iconv, or export it as CSV or JSON.")
    }
  }

  /// With blanks in place of other blanks, as before PM, and of marks of direction.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var (plain, place) = (bytes, 0)
    while let first = plain[place...].firstIndex(where: { $0 == 0xC2 || $0 == 0xE2 }) {
      place = first + 1
      let rest = plain[place...].prefix(2), count = plain[first] == 0xC2 ? 2 : 3
      let isBlank =
        count == 2
        ? rest.first == 0xA0
        : rest.first == 0x80 && (rest.last.map { $0 <= 0x8F || 0xAA...0xAF ~= $0 } ?? false)
      guard isBlank, rest.count >= count - 1 else { continue }
      for offset in first..<first + count { plain[offset] = 0x20 }
    }
    return plain
  }

  /// Where it begins: a byte-order mark and blank lines are no part of it.
  var start: Int {
    bytes[mark...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09].contains($0) } ?? bytes.count
  }

  /// Twenty lines that are not empty.
  var firstLines: [Substring] {
    let text = String(decoding: bytes[start...].prefix(1 << 16), as: UTF8.self)
    return Array(
      text.split(whereSeparator: \.isNewline).lazy.filter { $0.contains { $0 > " " } }.prefix(20))
  }

  /// Where a table begins: behind lines with `#`, and one that states the separator.
  var table: (start: Int, delimiter: UInt8?) {
    var (start, delimiter) = (start, UInt8?.none)
    while start < bytes.count {
      let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
      let text = line.prefix(8).filter { $0 != UInt8(ascii: "\"") }
      if text.starts(with: "sep=".utf8), text.count == 5 {
        delimiter = text.last
      } else if line.first != UInt8(ascii: "#") {
        break
      }
      start = bytes[line.endIndex...].firstIndex { $0 != 0x0A && $0 != 0x0D } ?? bytes.count
    }
    return (start, delimiter)
  }

  private var mark: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The first line, if a coalescer wrote it.
  var comment: String? {
    guard bytes[mark...].starts(with: RecordedDeliveries.mark.utf8) else { return nil }
    let line = bytes[mark...].prefix { $0 != 0x0A && $0 != 0x0D }
    return String(decoding: line, as: UTF8.self)
  }
}
