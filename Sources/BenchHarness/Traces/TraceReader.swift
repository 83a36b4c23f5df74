/// Makes updates of rows, by the same rules for all formats.
struct TraceReader<Rows: TraceRows> {
  private var rows: Rows
  private let options: TraceOptions
  private var columns: TimeColumns
  private let view: String?, row: String?, kind: String?, session: String?

  /// What was read of each session, in the order of its rows; without a column of sessions there is one.
  private var sessions: [Session]
  private var sessionNumbers: [String: Int] = [:]
  /// The session of the last row, and where that is named.
  private var current = 0, name: Range<Int>?
  private var count = 0, clock: Int64 = 0, mostBack: Int64 = 0
  private var missing = 0, unreadable = 0, steps = 0, isNegative = false, hasCommas = false
  /// What is wrong with the first time that cannot be read, and with the first that steps back.
  private var failure: TextFailure?, step: TextFailure?

  private struct Session {
    var name = ""
    var times: [Int64] = []
    // Empty without such a column.
    var views: [UInt16] = [], rows: [Int32] = [], kinds: [ChangeKind] = []
    var viewNumbers: [String: Int] = [:], rowNumbers: [String: Int] = [:]
    var latest = Int64.min, steps = 0
  }

  /// The most updates, views of a session, and sessions that are read.
  private static var maximumUpdates: Int { Workload.maximumUpdates }
  private static var maximumViews: Int { 1_000 }
  private static var maximumSessions: Int { 100_000 }

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
    session = try column(options.sessionColumn ?? "", or: "")
    sessions = session == nil ? [Session()] : []
    try self.rows.choose(columns.names + [view, row, kind, session], name: options.name)
  }

  /// Whether there are times in the first rows.
  var hasTimes: Bool { columns.times.readCount > 0 }

  /// Reads all, session by session, and says how it understood it. The only one has no name.
  /// - Throws: ``TextFailure``.
  mutating func read() throws -> (sessions: [(name: String, trace: Trace)], Understanding) {
    var fields = [TextField?](repeating: nil, count: columns.names.count + 4)
    while !(rows.isOrdered && count >= options.limit ?? .max), let offset = try rows.next(&fields) {
      try take(fields, offset)
    }
    if let failure, options.isStrict || unreadable * 10 > rowCount { throw failure }
    if let step, options.isStrict || steps * 10 > count { throw step }
    guard count > 0 else {
      throw rows.failure
        ?? TextFailure(nil, missing > 0 ? "no row has a time." : rows.emptiness)
    }
    let views = sessions.map { max(1, $0.viewNumbers.count) }.max() ?? 1
    let traces = try sessions.indices.map { number in
      // Each is let go before the next one is made.
      let session = sessions[number]
      sessions[number] = Session()
      return (name: session.name, trace: try trace(session))
    }
    return (traces, understanding(traces.map(\.trace), views))
  }

  private var rowCount: Int { count + missing + unreadable }

  private mutating func take(_ fields: [TextField?], _ offset: Int) throws {
    guard let time = try time(fields, offset) else { return }
    guard count < Self.maximumUpdates else {
      throw TextFailure(
        offset, "it has more than the \(Self.maximumUpdates) updates that are read.")
    }
    let place = columns.names.count
    try enter(fields[place + 3], offset)
    compare(time, offset)
    let view = try rows.number(
      fields[place], view, offset, &sessions[current].viewNumbers, limit: Self.maximumViews)
    let row = try rows.number(
      fields[place + 1], row, offset, &sessions[current].rowNumbers, limit: Self.maximumUpdates)
    if kind != nil { sessions[current].kinds.append(try changeKind(fields[place + 2], offset)) }
    if let view { sessions[current].views.append(UInt16(view)) }
    if let row { sessions[current].rows.append(Int32(row)) }
    sessions[current].times.append(time)
    count += 1
  }

  /// Goes on in the session that `field` names. Mostly it is that of the row before.
  private mutating func enter(_ field: TextField?, _ offset: Int) throws {
    guard session != nil else { return }
    if let field, let name, rows.bytes[field.range].elementsEqual(rows.bytes[name]) { return }
    let number = try rows.number(
      field, session, offset, &sessionNumbers, limit: Self.maximumSessions)
    guard let field, let number else { return }
    if number == sessions.count { sessions.append(Session(name: rows.text(field))) }
    (current, name) = (number, field.range)
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
    if rows.hasDecimalCommas, !hasCommas, let field = fields[columns.names.count - 1] {
      hasCommas = columns.times.isNumber && rows.bytes[field.range].contains(UInt8(ascii: ","))
    }
    isNegative = isNegative || time < 0
    return time
  }

  /// Counts a time that is before that of the row above of its session.
  private mutating func compare(_ time: Int64, _ offset: Int) {
    let latest = sessions[current].latest
    if rows.isOrdered, let last = sessions[current].times.last, time < last {
      steps += 1
      sessions[current].steps += 1
      mostBack = max(mostBack, Int64(clamping: UInt64(bitPattern: latest &- time)))
      let back = Duration.nanoseconds(Int64(clamping: UInt64(bitPattern: last &- time))).words
      step =
        step
        ?? TextFailure(
          offset, column: columns.name,
          "it is \(back) before the row above. Times must ascend in nine of ten rows, with --strict "
            + "in all: sort them, or turn around what has the newest first, as with tac.")
    }
    sessions[current].latest = max(latest, time)
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
  private func trace(_ session: Session) throws -> Trace {
    let times = session.times
    var order: [Int]?
    if session.steps > 0 || !rows.isOrdered {
      order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    }
    let count = min(times.count, options.limit ?? .max)
    let start = times.isEmpty ? 0 : times[order?[0] ?? 0]
    let spaced = try (0..<count).map { place in
      let nanoseconds = UInt64(bitPattern: times[order?[place] ?? place] &- start)
      let time = Double(nanoseconds) / options.speed
      guard time < 3e17 else {
        throw TextFailure(nil, "it lasts over nine years. Give --speed or --limit.")
      }
      return options.speed == 1 ? nanoseconds : UInt64(time.rounded())
    }
    if view == nil, row == nil, kind == nil { return Trace(PlannedUpdates(at: spaced)) }
    var updates = PlannedUpdates()
    updates.reserve(count)
    for place in 0..<count {
      let index = order?[place] ?? place
      updates.append(
        atNanoseconds: spaced[place], view: view == nil ? 0 : Int(session.views[index]),
        row: row == nil ? place : Int(session.rows[index]),
        kind: kind == nil ? .change : session.kinds[index])
    }
    return Trace(updates)
  }

  private func understanding(_ traces: [Trace], _ views: Int) -> Understanding {
    Understanding(
      sessions: session.map { (traces.count, $0) }, updates: traces.reduce(0) { $0 + $1.count },
      seconds: traces.reduce(0) { $0 + Double($1.lengthNanoseconds) / 1e9 }, views: views,
      form: "times \(columns)"
        + [("views", view), ("rows", row), ("kinds", kind)]
        .map { what, column in column.map { ", \(what) from `\($0)`" } ?? "" }.joined()
        + (rows.format.map { ", \($0)" } ?? ""),
      skipped: missing + unreadable, rows: rowCount, steps: steps, mostBack: mostBack,
      isNegative: isNegative, hasDecimalCommas: hasCommas)
  }
}

extension TraceRows {
  /// The number of what `field` names, in the order in which they appear.
  fileprivate func number(
    _ field: TextField?, _ column: String?, _ offset: Int, _ numbers: inout [String: Int],
    limit: Int
  ) throws -> Int? {
    guard let column else { return nil }
    guard let field else { throw TextFailure(offset, column: column, "the row does not have it.") }
    guard !field.range.isEmpty else { throw TextFailure(offset, column: column, "it is empty.") }
    let name = text(field)
    if let number = numbers[name] { return number }
    guard numbers.count < limit else {
      throw TextFailure(offset, column: column, "it has over \(limit) different values.")
    }
    numbers[name] = numbers.count
    return numbers.count - 1
  }
}
