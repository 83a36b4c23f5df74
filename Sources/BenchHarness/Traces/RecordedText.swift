import Foundation

/// The text of a recording. What is found in it is kept, because many options may be tried on a text.
final class RecordedText {
  let bytes: [UInt8]
  /// Where the content begins, after any byte-order mark and whitespace.
  let start: Int
  /// Where the rows to read begin: at `start`, unless the user skips lines.
  private let first: Int
  let lines: RecordedRows
  private let topLines: [RecordedRows.Row]
  private var headers: [Int: RecordedHeader] = [:]

  private(set) lazy var json = Result { try RecordedJSON(bytes[start...]) }.mapError {
    let cause = ($0 as NSError).userInfo["NSDebugDescription"].map { "\($0)" } ?? ""
    return TextFailure(
      start, "it is neither a JSON value nor one JSON object per line. \(cause)")
  }

  init(_ bytes: [UInt8], firstLine: Int? = nil) throws {
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw TextFailure(nil, "it is compressed. Decompress it: zcat FILE | bench … --trace -.")
    }
    var bytes = bytes
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    // PowerShell and Excel write UTF-16.
    if isBig || bytes.starts(with: [0xFF, 0xFE]) {
      let words = stride(from: 2, to: bytes.count - 1, by: 2)
        .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      let text = String(decoding: isBig ? words : words.map(\.byteSwapped), as: UTF16.self)
      bytes = Array(text.utf8)
    }
    if bytes.prefix(1 << 16).contains(0) {
      throw TextFailure(nil, "it is not UTF-8 text. Decompress or convert it.")
    }
    self.bytes = bytes
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    start = bytes[mark...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09].contains($0) } ?? bytes.count
    var reader = CSVReader(bytes, delimiter: nil), line: [TextField] = []
    for _ in 1..<(firstLine ?? 1) where try reader.next(&line) == nil { break }
    let first = max(start, reader.position)
    let top = try RecordedRows(CSVReader(bytes, from: start, delimiter: nil))
    lines = first == start ? top : try RecordedRows(CSVReader(bytes, from: first, delimiter: nil))
    (self.first, topLines) = (first, top.sample)
    if lines.sample.isEmpty { throw TextFailure(nil, "it is empty.") }
  }

  var firstLines: [String] { topLines.prefix(20).compactMap { $0.value("") } }

  /// Whether it is JSON as a whole: it begins with an object or with an array of such.
  var isJSON: Bool {
    let begin = bytes[start...].prefix(1_000).filter { $0 > 0x20 }
    let end = bytes.last { $0 > 0x20 }
    return begin.starts(with: "{".utf8) || begin.starts(with: "[{".utf8)
      || begin.first == UInt8(ascii: "[") && end == UInt8(ascii: "]") && (try? json.get()) != nil
  }

  /// The table in the text; nil if it has none. Its header is the first line whose fields fit the lines below, or a
  /// comment above the first row that does; a later line that names times takes precedence. If the user named columns,
  /// the header is the first line that has them.
  func table(with columns: [String]) throws -> RecordedRows? {
    var found: RecordedRows?, isTop = true
    for (number, line) in topLines.prefix(100).enumerated() {
      let text = line.value("") ?? "", start = start(of: line)
      let mark = text.prefixMatch(of: RecordedHeader.comment)?.0
      var header = header(at: start), isComment = false
      if let mark, mark != ";" || !header.fits || !header.isAboveData {
        header = self.header(at: start + mark.utf8.count)
        isComment = true
      }
      if header.has(columns), isComment || isTop || header.isAboveData {
        let rows = try header.rows(below: number, from: first)
        if !isComment, header.hasClock || !columns.isEmpty { return rows }
        if isComment || found == nil { found = rows }
      } else if !isComment, header.beginsWithData || text.prefix(60).contains(/\d:\d\d/) {
        break
      }
      isTop = isTop && isComment
    }
    return found
  }

  /// The rows of a table without a header, or whose header is the first line that is not a comment.
  func rows(hasHeader: Bool, delimiter: UInt8? = nil) throws -> RecordedRows {
    let line = topLines.first { $0.value("")?.starts(with: RecordedHeader.comment) == false }
    let start = line.map(start) ?? bytes.count
    if hasHeader { return try header(at: start).rows(below: 0, from: first) }
    return try RecordedRows(
      table: CSVReader(
        bytes, from: max(start, first),
        delimiter: delimiter ?? CSVReader.delimiter(of: bytes[start...])))
  }

  private func header(at start: Int) -> RecordedHeader {
    let header = headers[start] ?? RecordedHeader(bytes, from: start)
    headers[start] = header
    return header
  }

  private func start(of line: RecordedRows.Row) -> Int {
    bytes[line.offset...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.offset
  }
}
