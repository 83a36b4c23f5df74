/// Turns rows into updates, by the same rules for all formats.
struct TraceReader {
  private let rows: RecordedRows, options: TraceOptions
  private var source: TimeSource
  private let view: String?, row: String?, kind: String?, session: String?

  /// In the order of their first rows; a single one without a session column.
  private var sessions: [Session] = []
  private var sessionNumbers: [String: Int] = [:]
  private var count = 0, clock: Int64 = 0, missing = 0, unreadable = 0, hasCommas = false
  /// What is wrong with the first value that cannot be read as a time.
  private var failure: TextFailure?
  /// Rows that are earlier than the previous one of their session; `back` is in nanoseconds.
  private var steps: [(offset: Int, session: Int, back: Int64)] = []

  private static let kinds: [String: ChangeKind] = [
    "insert": .insert, "change": .change, "delete": .delete,
  ]

  private struct Session {
    let name: String
    var updates: [(time: Int64, row: Int32, view: UInt16, kind: ChangeKind)] = []
    var views: [String: Int] = [:], rows: [String: Int] = [:]
    /// The earliest time, and the time from it to the latest; valid once the updates are sorted.
    var first: Int64 { updates[0].time }
    var span: Int64 { updates[updates.count - 1].time - first }
  }

  init(_ rows: RecordedRows, _ options: TraceOptions) throws {
    (self.rows, self.options) = (rows, options)
    source = try TimeSource(rows, options)
    func column(_ given: String?, or name: String) throws -> String? {
      let isThere = rows.columns.contains(name) && options.format == nil
      let name = given ?? (isThere ? name : "")
      return name.isEmpty ? nil : try rows.column(name)
    }
    view = try column(options.viewColumn, or: "view")
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
    session = try options.sessionColumn.map(rows.column)
  }

  /// Reads all rows. Returns the sessions, with an empty name without a session column, and how rows were understood.
  mutating func read() throws -> (sessions: [(name: String, trace: Trace)], Understanding) {
    let next = rows.reading([view, row, kind, session] + source.names)
    while count < options.limit ?? .max, let row = try next() {
      if let time = try time(row) { try append(time, row) }
    }
    try checkMissing()
    // Rows with equal times keep their order, because Swift's sort is stable.
    for number in sessions.indices { sessions[number].updates.sort { $0.time < $1.time } }
    try checkOrder()
    if count > 1, !options.isOwn, sessions.allSatisfy({ $0.span == 0 }) {
      throw TextFailure(
        nil, column: source.name, "its times are all equal: there is nothing to replay.")
    }
    return (try sessions.map { ($0.name, try trace($0)) }, understanding)
  }

  /// The time of a row; nil if it is not an update, or has no time, which is counted.
  private mutating func time(_ row: RecordedRows.Row) throws -> Int64? {
    let texts = row.fields.dropFirst(4).compactMap { $0 }
    let text = texts.count == 1 ? texts[0] : texts.joined(separator: " ")
    var start: Substring { text.prefix(60) }
    do {
      let isThere = texts.count == source.names.count && !texts.contains("")
      guard isThere, let read = try source.rule.read(text) else {
        missing += rows.isLines && options.format?.skipsOthers == true ? 0 : 1
        if isThere, !rows.isLines {
          let cause = "'\(start)' is not a time like the others: \(source.rule)."
          failure = failure ?? TextFailure(row.offset, column: source.name, cause)
          unreadable += 1
        }
        return nil
      }
      hasCommas = hasCommas || rows.hasDecimalCommas && source.rule.isNumber && text.contains(",")
      clock = options.isInterval ? min(max(-TimeRule.limit, clock + read), TimeRule.limit) : read
      return options.format?.update.map { start.contains($0) } ?? true ? clock : nil
    } catch let failure as TextFailure {
      throw TextFailure(
        row.offset, column: source.name,
        "'\(start)': \(failure.cause) Give --time-pattern for all of it.")
    }
  }

  private mutating func append(_ time: Int64, _ row: RecordedRows.Row) throws {
    guard count < Workload.maximumUpdates else {
      throw TextFailure(
        row.offset, "it has more updates than the limit of \(Workload.maximumUpdates).")
    }
    /// The number of a field's text. Texts are numbered from 0 in the order in which they appear.
    func number(
      _ field: Int, _ column: String?, _ numbers: inout [String: Int], limit: Int = .max
    ) throws -> Int {
      guard let column else { return 0 }
      guard let text = row.fields[field], !text.isEmpty else {
        let cause = row.fields[field] == nil ? "the row lacks it." : "it is empty."
        throw TextFailure(row.offset, column: column, cause)
      }
      if let number = numbers[text] { return number }
      guard numbers.count < limit else {
        throw TextFailure(row.offset, column: column, "it has over \(limit) different values.")
      }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    let session = try number(3, session, &sessionNumbers, limit: 100_000)
    if session == sessions.count { sessions.append(Session(name: row.fields[3] ?? "")) }
    if let last = sessions[session].updates.last?.time, time < last {
      steps.append((row.offset, session, last - time))
    }
    let view = try number(0, view, &sessions[session].views, limit: 1_000)
    let id = try number(1, self.row, &sessions[session].rows)
    let kind = row.fields[2] ?? (self.kind == nil ? "change" : "")
    // A move would need a position, which no trace has.
    guard let change = Self.kinds[kind.lowercased()] else {
      throw TextFailure(
        row.offset, column: self.kind,
        "'\(kind)' is not a kind. Use insert, change or delete, or leave the column out with "
          + "--kind-column ''.")
    }
    sessions[session].updates.append((time, Int32(id), UInt16(view), change))
    count += 1
  }

  private var rowCount: Int { count + missing }

  /// Throws if over 10 % of rows have no time; 90 % if the user says where times are: lines may continue the one above.
  private func checkMissing() throws {
    let isRead =
      source.isGiven
      ? missing * 10 < rowCount * 9 && unreadable * 10 <= rowCount : missing * 10 <= rowCount
    if isRead, count > 0 { return }
    let option =
      source.name.map { "--time-column \(quoted($0))" }
      ?? "--time-pattern, as '%Y-%m-%dT%H:%M:%S.%f%z'"
    throw failure
      ?? TextFailure(
        nil, column: source.name,
        "only \(count) of \(rowCount) rows have a time (\(source.rule)). If that is right, give "
          + "\(option).")
  }

  /// Throws if over 1 % of rows step back by over 1 % of the span: their times may lack the date, or AM and PM.
  private func checkOrder() throws {
    // JSON formats have absolute times, in any order.
    guard options.format?.isJSON != true else { return }
    let long = steps.filter { $0.back > sessions[$0.session].span / 100 }
    guard let first = long.first, long.count * 100 > count else { return }
    let isDate = !source.rule.isClock && !source.rule.isNumber
    let sort = long.count * 3 > count ? "tac" : "sort -t, -kCOLUMN"
    throw TextFailure(
      first.offset, column: source.name,
      "it is \(Duration.nanoseconds(first.back).words) before the row above, and \(long.count) of "
        + "\(count) rows step back like that. Sort them: (head -1 FILE; tail -n +2 FILE | \(sort)) | "
        + "bench … --trace -"
        + (isDate ? "." : "; give --intervals if each counts from the row above."))
  }

  /// The sorted updates of a session as a trace. Its times count from the first.
  private func trace(_ session: Session) throws -> Trace {
    var updates = PlannedUpdates()
    updates.reserve(session.updates.count)
    for (place, update) in session.updates.enumerated() {
      let nanoseconds = update.time - session.first
      let time = Double(nanoseconds) / options.speed
      guard time < 3e17 else {
        throw TextFailure(nil, "it lasts over nine years. Give --speed or --limit.")
      }
      updates.append(
        atNanoseconds: options.speed == 1 ? UInt64(nanoseconds) : UInt64(time.rounded()),
        view: Int(update.view), row: row == nil ? place : Int(update.row), kind: update.kind)
    }
    return Trace(updates)
  }

  private var understanding: Understanding {
    let coarse = [("minutes", 60_000_000_000), ("seconds", Int64(1_000_000_000))].first { _, unit in
      count > 1 && sessions.allSatisfy { $0.updates.allSatisfy { $0.time % unit == 0 } }
    }.map { "times are whole \($0.0), so updates within one look like a burst" }
    let back = Duration.nanoseconds(steps.map(\.back).max() ?? 0).words
    let first = sessions.map(\.first).min() ?? 0
    let last = sessions.map { $0.first + $0.span }.max() ?? 0
    let periods = source.rule.periods, what = rows.isLines ? "lines" : "rows"
    let remarks = [
      (missing > 0, "\(missing) of \(rowCount) \(what) have no time"),
      (!steps.isEmpty, "\(steps.count) out of order by up to \(back), sorted"),
      (first < 0, "times below 0, counted from the first"),
      (periods > 0, "midnight or new year passed (\(periods) times)"),
      (hasCommas, "commas read as decimal points"), (coarse != nil, coarse ?? ""),
      (last - first > 400 * TimePattern.day, "Warning: that is over 400 days"),
    ]
    let seconds = sessions.reduce(0) { $0 + Double($1.span) / options.speed / 1e9 }
    let span = FigureText.threeDigits(seconds) + " s"
    let place = session.map { ", \(sessions.count.of("session")) by `\($0)`, \(span) in all" }
    let views = max(1, sessions.map(\.views.count).max() ?? 1).of("view")
    let columns = [("views", view), ("rows", row), ("kinds", kind)].compactMap { what, column in
      column.map { ", \(what) from `\($0)`" }
    }
    return Understanding(
      sessions: sessions.count, updates: count,
      extent: "\(place ?? " in \(span)"), \(source.rule.moments(first, last)), \(views)",
      form: "\(source)\(columns.joined())", remarks: remarks.filter(\.0).map(\.1), coarse: coarse)
  }
}
