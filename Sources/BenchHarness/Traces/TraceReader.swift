/// Makes updates of rows, by the same rules for all formats.
struct TraceReader<Rows: TraceRows> {
  private var rows: Rows
  private let options: TraceOptions
  private var times: TraceTimes
  private let view: String?, row: String?, kind: String?
  private var updates = PlannedUpdates()
  private var first: Int64?
  private var last = Int64.min
  private var lastTime = TextField(0..<0)
  private var viewNumbers: [String: Int] = [:], rowNumbers: [String: Int] = [:]

  /// The most updates, and the most views, that are read.
  private static var maximumUpdates: Int { 5_000_000 }
  private static var maximumViews: Int { 1_000 }

  /// What a row says.
  private struct Update {
    let offset: Int, time: Int64, view: Int, row: Int?, kind: ChangeKind
  }

  /// Finds the columns.
  /// - Throws: ``TextFailure``.
  init(_ rows: Rows, _ options: TraceOptions) throws {
    self.rows = rows
    self.options = options
    func column(_ given: String?, or name: String) throws -> String? {
      guard let given else { return rows.columns.contains(name) ? name : nil }
      guard given.isEmpty || rows.columns.contains(given) else {
        throw TextFailure(
          0, "there is no column '\(given)'. Choose from: \(Self.list(rows.columns)).")
      }
      return given.isEmpty ? nil : given
    }
    let time = try column(options.timeColumn ?? "", or: "")
    guard let time = time ?? rows.times?.column ?? TraceTimes.column(among: rows.columns) else {
      throw TextFailure(
        0, "there is no column of times. Give --time-column, one of: \(Self.list(rows.columns)).")
    }
    let unit = time == rows.times?.column ? rows.times?.unit : nil
    times = TraceTimes(column: time, unit: options.timeUnit ?? unit)
    view = try column(options.viewColumn, or: "view")
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
    try self.rows.choose([time, view, row, kind], name: options.name)
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Reads all, and says in a sentence how it understood it.
  /// - Throws: ``TextFailure``.
  mutating func read() throws -> (trace: Trace, understood: String) {
    var fields = [TextField?](repeating: nil, count: 4)
    var unordered: [Update] = []
    while !isFull, let offset = try rows.next(&fields) {
      let update = try update(fields, offset)
      if rows.isOrdered { try take(update) } else { unordered.append(update) }
    }
    let order = unordered.indices.sorted { (unordered[$0].time, $0) < (unordered[$1].time, $1) }
    for index in order where !isFull { try take(unordered[index]) }
    guard updates.count > 0 else { throw TextFailure(nil, rows.emptiness) }
    return (Trace(updates), understood)
  }

  private var isFull: Bool { updates.count >= options.limit ?? .max }

  private mutating func update(_ fields: [TextField?], _ offset: Int) throws -> Update {
    let time = try field(fields[0], times.column, offset)
    let nanoseconds = try times.read(rows.bytes, time.range, at: offset)
    if rows.isOrdered, nanoseconds < last {
      throw TextFailure(
        offset, column: times.column,
        "\(rows.text(time)) comes after \(rows.text(lastTime)); times must ascend.")
    }
    (last, lastTime) = (nanoseconds, time)
    return Update(
      offset: offset, time: nanoseconds,
      view: try number(fields[1], view, offset, &viewNumbers, limit: Self.maximumViews) ?? 0,
      row: try number(fields[2], row, offset, &rowNumbers, limit: Self.maximumUpdates),
      kind: try changeKind(fields[3], offset))
  }

  private mutating func take(_ update: Update) throws {
    guard updates.count < Self.maximumUpdates else {
      throw TextFailure(
        update.offset, "it has more than the \(Self.maximumUpdates) updates that are read.")
    }
    let start = first ?? update.time
    first = start
    let nanoseconds = Double(update.time - start) / options.speed
    guard nanoseconds < 86_400e9 else {
      throw TextFailure(
        update.offset, column: times.column,
        "the trace lasts over a day. Give --speed or --limit.")
    }
    updates.append(
      atNanoseconds: UInt64(nanoseconds.rounded()), view: update.view,
      row: update.row ?? updates.count, kind: update.kind)
  }

  private func field(_ field: TextField?, _ column: String, _ offset: Int) throws -> TextField {
    guard let field else { throw TextFailure(offset, column: column, "the row does not have it.") }
    guard !field.range.isEmpty else { throw TextFailure(offset, column: column, "it is empty.") }
    return field
  }

  private func number(
    _ field: TextField?, _ column: String?, _ offset: Int, _ numbers: inout [String: Int],
    limit: Int
  ) throws -> Int? {
    guard let column else { return nil }
    let text = rows.text(try self.field(field, column, offset))
    if let number = numbers[text] { return number }
    guard numbers.count < limit else {
      throw TextFailure(offset, column: column, "it has over \(limit) different values.")
    }
    numbers[text] = numbers.count
    return numbers.count - 1
  }

  private func changeKind(_ field: TextField?, _ offset: Int) throws -> ChangeKind {
    guard let kind else { return .change }
    let text = field.map(rows.text) ?? ""
    switch text.lowercased() {
    case "insert": return .insert
    case "change": return .change
    case "delete": return .delete
    // A move would need a position, which no trace has.
    default:
      throw TextFailure(
        offset, column: kind,
        "'\(text)' is not a kind. Use insert, change or delete, or leave the column out with "
          + "--kind-column ''.")
    }
  }

  private var understood: String {
    func count(_ number: Int, _ what: String) -> String {
      "\(number) \(what)\(number == 1 ? "" : "s")"
    }
    let seconds = FigureText.threeDigits(Double(updates.intendedNanoseconds.last ?? 0) / 1e9)
    let columns = [("views", view), ("rows", row), ("kinds", kind)]
    return "\(count(updates.count, "update")) in \(seconds) s, "
      + "\(count(max(1, viewNumbers.count), "view")), times from `\(times.column)`, \(times)"
      + columns.map { what, column in column.map { ", \(what) from `\($0)`" } ?? "" }.joined()
      + (rows.format.map { ", \($0)" } ?? "") + "."
  }
}
