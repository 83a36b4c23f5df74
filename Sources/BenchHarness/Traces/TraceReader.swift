/// Makes updates of rows, by the same rules for all formats.
struct TraceReader<Rows: TraceRows> {
  private var rows: Rows
  private let options: TraceOptions
  private var columns: TimeColumns
  private let view: String?, row: String?, kind: String?
  private var viewNumbers: [String: Int] = [:], rowNumbers: [String: Int] = [:]

  // What was read, in the order of the rows.
  private var times: [Int64] = []
  private var views: [UInt16] = [], ownRows: [Int32] = [], kinds: [ChangeKind] = []
  private var latest = Int64.min, mostBack: Int64 = 0, clock: Int64 = 0
  private var missing = 0, unreadable = 0, steps = 0
  /// What is wrong with the first time that cannot be read, and with the first that steps back.
  private var failure: TextFailure?, step: TextFailure?

  /// The most updates, and the most views, that are read.
  private static var maximumUpdates: Int { 5_000_000 }
  private static var maximumViews: Int { 1_000 }

  /// Finds the columns.
  /// - Throws: ``TextFailure``.
  init(_ rows: Rows, _ options: TraceOptions) throws {
    self.rows = rows
    self.options = options
    func column(_ given: String?, or name: String) throws -> String? {
      guard let given else { return rows.columns.contains(name) ? name : nil }
      guard given.isEmpty || rows.columns.contains(given) else {
        throw TextFailure(
          0, "there is no column '\(given)'. Choose from: \(TimeColumns.list(rows.columns)).")
      }
      return given.isEmpty ? nil : given
    }
    let time = try column(options.timeColumn ?? "", or: "")
    columns = try TimeColumns(time, in: rows, options)
    view = try column(options.viewColumn, or: rows.viewColumn)
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
    try self.rows.choose(columns.names + [view, row, kind], name: options.name)
  }

  /// Whether there are times in the first rows.
  var hasTimes: Bool { columns.times.readCount > 0 }

  /// Reads all, and says in a sentence how it understood it.
  /// - Throws: ``TextFailure``.
  mutating func read() throws -> (trace: Trace, understood: String) {
    var fields = [TextField?](repeating: nil, count: columns.names.count + 3)
    while !(rows.isOrdered && isFull), let offset = try rows.next(&fields) {
      try take(fields, offset)
    }
    if let failure, options.isStrict || unreadable * 10 > rowCount { throw failure }
    if let step, options.isStrict || steps * 10 > times.count { throw step }
    guard !times.isEmpty else {
      throw rows.failure
        ?? TextFailure(nil, missing > 0 ? "no row has a time." : rows.emptiness)
    }
    let updates = try updates()
    return (Trace(updates), understood(updates))
  }

  private var isFull: Bool { times.count >= options.limit ?? .max }
  private var rowCount: Int { times.count + missing + unreadable }

  private mutating func take(_ fields: [TextField?], _ offset: Int) throws {
    guard let time = try time(fields, offset) else { return }
    guard times.count < Self.maximumUpdates else {
      throw TextFailure(
        offset, "it has more than the \(Self.maximumUpdates) updates that are read.")
    }
    let place = columns.names.count
    let view = try Self.number(
      fields[place], of: rows, view, offset, &viewNumbers, limit: Self.maximumViews)
    let row = try Self.number(
      fields[place + 1], of: rows, row, offset, &rowNumbers, limit: Self.maximumUpdates)
    kinds.append(try changeKind(fields[place + 2], offset))
    views.append(UInt16(view ?? 0))
    if let row { ownRows.append(Int32(row)) }
    times.append(time)
  }

  /// The time of a row; nil where it has none, which is counted.
  private mutating func time(_ fields: [TextField?], _ offset: Int) throws -> Int64? {
    let (read, cause) = columns.read(fields, rows)
    guard var time = read else {
      guard let cause = cause ?? (options.isStrict ? "it has no time." : nil) else {
        missing += 1
        return nil
      }
      unreadable += 1
      failure = failure ?? TextFailure(offset, column: columns.name, cause)
      return nil
    }
    if rows.isRelative {
      clock = clock.addingReportingOverflow(time).partialValue
      time = clock
    }
    guard rows.isUpdate else { return nil }
    if rows.isOrdered, let last = times.last, time < last {
      steps += 1
      mostBack = max(mostBack, Int64(clamping: UInt64(bitPattern: latest &- time)))
      let back = Duration.nanoseconds(Int64(clamping: UInt64(bitPattern: last &- time))).words
      step =
        step
        ?? TextFailure(
          offset, column: columns.name,
          "it is \(back) before the row above. Times must ascend in nine of ten rows, with --strict "
            + "in all: sort them, or turn around what has the newest first, as with tac.")
    }
    latest = max(latest, time)
    return time
  }

  /// Static, for a reader whose numbers are being changed would have to be copied whole.
  private static func number(
    _ field: TextField?, of rows: Rows, _ column: String?, _ offset: Int,
    _ numbers: inout [String: Int], limit: Int
  ) throws -> Int? {
    guard let column else { return nil }
    guard let field else { throw TextFailure(offset, column: column, "the row does not have it.") }
    guard !field.range.isEmpty else { throw TextFailure(offset, column: column, "it is empty.") }
    let text = rows.text(field)
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

  /// In the order of their times, from the first one on.
  private func updates() throws -> PlannedUpdates {
    var order = Array(times.indices)
    if steps > 0 || !rows.isOrdered { order.sort { (times[$0], $0) < (times[$1], $1) } }
    order.removeLast(max(0, order.count - (options.limit ?? .max)))
    let start = order.first.map { times[$0] } ?? 0
    var updates = PlannedUpdates()
    updates.reserve(order.count)
    for (place, index) in order.enumerated() {
      let nanoseconds = UInt64(bitPattern: times[index] &- start)
      let time = Double(nanoseconds) / options.speed
      guard time < 3e17 else {
        throw TextFailure(nil, "it lasts over nine years. Give --speed or --limit.")
      }
      updates.append(
        atNanoseconds: options.speed == 1 ? nanoseconds : UInt64(time.rounded()),
        view: Int(views[index]), row: row == nil ? place : Int(ownRows[index]), kind: kinds[index])
    }
    return updates
  }

  private func understood(_ updates: PlannedUpdates) -> String {
    func count(_ number: Int, _ what: String) -> String {
      "\(number) \(what)\(number == 1 ? "" : "s")"
    }
    let seconds = FigureText.threeDigits(Double(updates.intendedNanoseconds.last ?? 0) / 1e9)
    let skipped = rowCount - times.count
    return "\(count(updates.count, "update")) in \(seconds) s, "
      + "\(count(max(1, viewNumbers.count), "view")), times \(columns)"
      + [("views", view), ("rows", row), ("kinds", kind)]
      .map { what, column in column.map { ", \(what) from `\($0)`" } ?? "" }.joined()
      + (rows.format.map { ", \($0)" } ?? "")
      + (skipped > 0 ? "; \(skipped) of \(rowCount) rows without a time skipped" : "")
      + (steps > 0
        ? "; \(steps) out of order by up to \(Duration.nanoseconds(mostBack).words), sorted" : "")
      + (times.min() ?? 0 < 0 ? "; times below 0, counted from the first" : "")
  }
}
