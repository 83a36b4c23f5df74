import Foundation

/// The rows of a recording: of a table, of JSON, or its lines.
protocol TraceRows {
  /// Their names; of lines, one that is empty.
  var columns: [String] { get }

  /// Says which columns are read; nil leaves a place empty.
  mutating func choose(_ columns: [String?]) throws

  /// Reads the next row that is not empty into a field for each chosen column, nil for what it
  /// lacks, and returns where it begins; nil at the end.
  mutating func next(_ fields: inout [TextField?]) throws -> Int?

  var bytes: [UInt8] { get }
  func text(_ field: TextField) -> String
  /// Whether a comma may be a decimal point.
  var hasDecimalCommas: Bool { get }
}

extension TraceRows {
  var isLines: Bool { columns == [""] }
}

/// The rows of a CSV, or lines of text as they are.
struct CSVRows: TraceRows {
  enum Form { case header, noHeader, lines }

  let columns: [String]
  private var reader: CSVReader
  private var row: [TextField] = []
  private var chosen: [Int?] = []

  /// Without a header, columns are called by their numbers, from 1.
  init(_ bytes: [UInt8], from start: Int, _ form: Form, delimiter: UInt8? = nil) throws {
    let delimiter = form == .lines ? nil : delimiter ?? CSVReader.delimiter(of: bytes[start...])
    reader = CSVReader(bytes, from: start, delimiter: delimiter)
    guard form != .lines else {
      columns = [""]
      return
    }
    var first = reader
    _ = try first.next(&row)
    columns = row.enumerated().map { [reader] number, name in
      form == .header ? reader.text(name.trimmed(bytes)) : "\(number + 1)"
    }
    if form == .header { reader = first }
  }

  var bytes: [UInt8] { reader.bytes }
  var hasDecimalCommas: Bool { reader.delimiter == UInt8(ascii: ";") }

  func text(_ field: TextField) -> String { reader.text(field) }

  mutating func choose(_ names: [String?]) throws {
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
        let delimiter = reader.delimiter.map { String(UnicodeScalar($0)) } ?? ""
        throw TextFailure(
          start,
          "the row has \(row.count) fields and the header \(columns.count). Quote a field that "
            + "holds '\(delimiter)'.")
      }
      for (place, index) in chosen.enumerated() {
        fields[place] = index.flatMap { $0 < row.count ? row[$0].trimmed(bytes) : nil }
      }
      return start
    }
    return nil
  }

  /// Whether it looks like a table: a header without data, and rows with as many fields.
  var isTable: Bool {
    guard !columns.contains(where: { $0.contains(/^\W?\d|\d:\d|\d{4}/) }) else { return false }
    guard columns.count > 1 else { return TimeName(columns.first ?? "").meansTime }
    var (rows, row, counts) = (reader, [TextField](), [Int]())
    while counts.count < 50, let _ = try? rows.next(&row) {
      if row.count > 1 { counts.append(row.count) }
    }
    return counts.count { $0 == columns.count } * 10 >= counts.count * 9
  }
}

/// The objects or arrays of a JSON text, as Foundation reads it: one a line, or all in an array.
///
/// A line that is no object is a row without a time.
struct JSONRows: TraceRows {
  private(set) var columns: [String] = []
  /// The chosen values of one row.
  private(set) var bytes: [UInt8] = []
  let hasDecimalCommas = false
  private let source: [UInt8]
  private var position: Int
  private let objects: [Any]?
  private var chosen: [String?] = []
  /// The names of the chosen, and where a line has quotes.
  private var keys: [[UInt8]] = [], quotes: [Int] = []
  /// Values of the member `ph` that are updates; if empty, every object is one.
  private let phases: Set<String>

  init(lines source: [UInt8], from start: Int) {
    (self.source, position, objects, phases) = (source, start, nil, [])
    var rows = self
    let sample = (0..<1_000).compactMap { _ in
      rows.nextLine().flatMap { Self.object(Data(source[$0])) }
    }
    columns = Self.columns(sample)
  }

  /// Of the events of a Chrome trace, instants and beginnings of slices are updates.
  init(_ objects: [Any], _ areEvents: Bool) {
    (source, position, self.objects) = ([], 0, objects)
    phases = areEvents ? ["i", "I", "n", "X", "B", "b"] : []
    columns = Self.columns(Array(objects.prefix(1_000)))
  }

  func text(_ field: TextField) -> String { String(decoding: bytes[field.range], as: UTF8.self) }

  mutating func choose(_ columns: [String?]) throws {
    (chosen, keys) = (columns, columns.map { Array(($0 ?? "\"").utf8) })
  }

  mutating func next(_ fields: inout [TextField?]) throws -> Int? {
    bytes.removeAll(keepingCapacity: true)
    if let objects {
      while position < objects.count {
        position += 1
        let object = objects[position - 1]
        guard phases.isEmpty || phases.contains(Self.text(object, "ph") ?? "") else { continue }
        take(object, &fields)
        return -position
      }
      return nil
    }
    guard let line = nextLine() else { return nil }
    if !takeFlat(line, &fields) { take(Self.object(Data(source[line])), &fields) }
    return line.lowerBound
  }

  private mutating func take(_ object: Any?, _ fields: inout [TextField?]) {
    for (place, name) in chosen.enumerated() {
      let text = name.flatMap { Self.text(object, $0) }
      fields[place] = text.map { append($0.utf8) }
    }
  }

  private mutating func append(_ text: some Collection<UInt8>) -> TextField {
    bytes += text
    return TextField(bytes.count - text.count..<bytes.count)
  }

  /// Takes the values of a line without escapes and nested values, for which Foundation would take
  /// five times as long; false for any other line.
  private mutating func takeFlat(_ line: Range<Int>, _ fields: inout [TextField?]) -> Bool {
    let (quote, open, close) = (UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"))
    quotes.removeAll(keepingCapacity: true)
    for place in line.dropFirst().dropLast() {
      switch source[place] {
      case quote: quotes.append(place)
      case UInt8(ascii: "\\"): return false
      case open, close, UInt8(ascii: "["): if quotes.count % 2 == 0 { return false }
      default: break
      }
    }
    guard let last = line.last, source[line.lowerBound] == open, source[last] == close,
      quotes.count % 2 == 0
    else { return false }
    for place in fields.indices { fields[place] = nil }
    for pair in stride(from: 0, to: quotes.count, by: 2) {
      let colon = source[(quotes[pair + 1] + 1)...].firstIndex { $0 != 0x20 } ?? last
      guard source[colon] == UInt8(ascii: ":") else { continue }
      let start = source[(colon + 1)...].firstIndex { $0 != 0x20 } ?? last
      let key = source[quotes[pair] + 1..<quotes[pair + 1]]
      for (place, name) in keys.enumerated() where key.elementsEqual(name) {
        guard fields[place] == nil else { return false }
        let isText = source[start] == quote && pair + 3 < quotes.count
        let value =
          isText
          ? source[start + 1..<quotes[pair + 3]]
          : source[start..<last].prefix { $0 != 0x2C && $0 != 0x20 }
        fields[place] = value.elementsEqual("null".utf8) && !isText ? nil : append(value)
      }
    }
    return true
  }

  /// The next line that is not empty.
  private mutating func nextLine() -> Range<Int>? {
    while position < source.count {
      let end = source[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.count
      defer { position = end + 1 }
      if source[position..<end].contains(where: { $0 > 0x20 }) { return position..<end }
    }
    return nil
  }

  static func object(_ line: some StringProtocol) -> [String: Any]? { object(Data(line.utf8)) }

  private static func object(_ line: Data) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: line)) as? [String: Any]
  }

  /// A member, by its own name or by a path with points.
  private static func text(_ object: Any?, _ path: String) -> String? {
    if let array = object as? [Any] {
      return Int(path).flatMap { array.indices.contains($0 - 1) ? text(of: array[$0 - 1]) : nil }
    }
    guard let members = object as? [String: Any] else { return nil }
    if let value = members[path] { return text(of: value) }
    guard let point = path.firstIndex(of: ".") else { return nil }
    return text(members[String(path[..<point])], String(path[path.index(after: point)...]))
  }

  private static func text(of value: Any) -> String? {
    value as? String ?? (value as? NSNumber)?.description
  }

  private static func columns(_ objects: [Any]) -> [String] {
    func names(_ value: Any, _ path: String, _ depth: Int) -> [String] {
      if text(of: value) != nil { return [path] }
      guard depth > 0, let members = value as? [String: Any] else { return [] }
      return members.flatMap { names($1, path.isEmpty ? $0 : "\(path).\($0)", depth - 1) }
    }
    let arrays = objects.compactMap { ($0 as? [Any])?.count }.max() ?? 0
    return arrays > 0
      ? (1...arrays).map(String.init)
      : Set(objects.flatMap { names($0, "", 4) }).sorted()
  }
}
