import Foundation

/// Reads one trace, row by row; every complaint names file, line and column.
struct TraceReader {
  private let file: String
  private let options: TraceOptions
  private let header: [String]
  private let rows: [[String]]
  private var rowNumbers: [String: Int] = [:]
  private var viewNumbers: [String: Int] = [:]

  init(bytes: some Collection<UInt8>, file: String, options: TraceOptions) throws {
    self.file = file
    self.options = options
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw HarnessError.badTrace(
        file: file, line: nil, column: nil, cause: "it is not text in UTF-8.")
    }
    // A byte-order mark, which what looks at quotes would take for text before one.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    guard !text.isEmpty else {
      throw HarnessError.badTrace(file: file, line: nil, column: nil, cause: "it is empty.")
    }
    let delimiter = CSVTable.delimiter(of: text)
    try TraceQuotes(file: file, delimiter: delimiter).check(text)
    do {
      let table = try CSVTable(text, delimiter: delimiter)
      header = table.header
      rows = table.rows
    } catch {
      throw HarnessError.badTrace(
        file: file, line: nil, column: nil, cause: "it is no CSV: \(error).")
    }
  }

  mutating func read() throws -> (updates: PlannedUpdates, viewCount: Int) {
    let time = try timeColumn()
    let view = try options.viewColumn.map(column)
    let row = try options.rowColumn.map(column)
    let kind = try options.kindColumn.map(column)
    guard rows.count <= Trace.maximumRows else {
      throw failure(nil, nil, "it has \(rows.count) rows; at most \(Trace.maximumRows) are read.")
    }
    var updates = PlannedUpdates()
    updates.reserve(min(rows.count, options.limit ?? rows.count))
    var line = 1 + header.reduce(0) { $0 + Self.lineBreaks(in: $1) }
    var first: Double?
    var last = -Double.infinity
    for fields in rows {
      line += 1
      let place = line
      line += fields.reduce(0) { $0 + Self.lineBreaks(in: $1) }
      if fields.allSatisfy({ $0.isEmpty }) { continue }
      if let limit = options.limit, updates.count >= limit { break }
      let value = try self.time(fields, time.index, place)
      guard value >= last else {
        throw failure(place, time.index, "\(value) comes after \(last); times must ascend.")
      }
      last = value
      let start = first ?? value
      first = start
      let nanoseconds = (value - start) * time.unit.nanoseconds / options.speed
      guard nanoseconds < 3.6e12 * 24 else {
        throw failure(place, time.index, "the trace lasts over a day. Give --speed or --limit.")
      }
      updates.append(
        atNanoseconds: UInt64(nanoseconds.rounded()),
        view: try number(fields, view, &viewNumbers, place, limit: 1_000) ?? 0,
        row: try number(fields, row, &rowNumbers, place, limit: Trace.maximumRows)
          ?? updates.count,
        kind: try changeKind(fields, kind, place))
    }
    guard updates.count > 0 else { throw failure(nil, nil, "it has a header and no rows.") }
    return (updates, max(1, viewNumbers.count))
  }

  private func timeColumn() throws -> (index: Int, unit: TimeUnit) {
    if let name = options.timeColumn {
      let index = try column(name)
      guard let unit = options.timeUnit ?? Self.unit(inName: name) else {
        throw failure(nil, index, "its unit is not known. Give --time-unit s, ms, us or ns.")
      }
      return (index, unit)
    }
    for unit in TimeUnit.allCases {
      let name = "time_\(unit.rawValue)"
      if header.contains(name) { return (try column(name), options.timeUnit ?? unit) }
    }
    throw failure(
      1, nil, "there is no column of times. Give --time-column, one of: \(columnNames).")
  }

  private static func unit(inName name: String) -> TimeUnit? {
    name.split(separator: "_").last.flatMap { TimeUnit(rawValue: String($0)) }
  }

  private var columnNames: String { header.map { "'\($0)'" }.joined(separator: ", ") }

  private func column(_ name: String) throws -> Int {
    guard let index = header.firstIndex(of: name) else {
      throw failure(1, nil, "there is no column '\(name)'. Choose from: \(columnNames).")
    }
    guard header.lastIndex(of: name) == index else {
      throw failure(1, index, "there are several columns of that name. Rename all but one.")
    }
    return index
  }

  private func field(_ fields: [String], _ index: Int, _ line: Int) throws -> String {
    guard index < fields.count else {
      throw failure(line, index, "the row has only \(fields.count) fields.")
    }
    let field = fields[index]
    // What begins and ends with a visible ASCII character is not worth 2 µs of Foundation.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = field.utf8.first, visible ~= first, let last = field.utf8.last, visible ~= last {
      return field
    }
    return field.trimmingCharacters(in: .whitespaces)
  }

  /// Every line break begins with a control character, or is not ASCII.
  private static func lineBreaks(in field: String) -> Int {
    field.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? 0 : field.count { $0.isNewline }
  }

  private func time(_ fields: [String], _ index: Int, _ line: Int) throws -> Double {
    let text = try field(fields, index, line)
    guard let value = Double(text) else {
      throw failure(line, index, text.isEmpty ? "it is empty." : "'\(text)' is not a number.")
    }
    guard value.isFinite else { throw failure(line, index, "'\(text)' is not a finite number.") }
    guard value >= 0 else { throw failure(line, index, "'\(text)' is negative.") }
    return value
  }

  private func number(
    _ fields: [String], _ index: Int?, _ numbers: inout [String: Int], _ line: Int, limit: Int
  ) throws -> Int? {
    guard let index else { return nil }
    let text = try field(fields, index, line)
    guard !text.isEmpty else { throw failure(line, index, "it is empty.") }
    if let number = numbers[text] { return number }
    guard numbers.count < limit else {
      throw failure(line, index, "it has over \(limit) different values.")
    }
    numbers[text] = numbers.count
    return numbers.count - 1
  }

  /// A move would need a position, which no trace has.
  private static let kinds: [String: ChangeKind] = [
    "insert": .insert, "change": .change, "delete": .delete,
  ]

  private func changeKind(_ fields: [String], _ index: Int?, _ line: Int) throws -> ChangeKind {
    guard let index else { return .change }
    let text = try field(fields, index, line)
    guard let kind = Self.kinds[text.lowercased()] else {
      throw failure(line, index, "'\(text)' is no kind. Use insert, change or delete.")
    }
    return kind
  }

  private func failure(_ line: Int?, _ column: Int?, _ cause: String) -> HarnessError {
    .badTrace(
      file: file, line: line,
      column: column.map { $0 < header.count ? header[$0] : "\($0 + 1)" }, cause: cause)
  }
}
