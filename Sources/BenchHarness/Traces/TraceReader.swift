/// Makes updates of rows, by the same rules for all formats.
struct TraceReader {
  private let rows: RecordedRows, options: TraceOptions
  private var source: TimeSource
  private let view: String?, row: String?, kind: String?, session: String?

  /// In the order of their rows; without a column of sessions there is one.
  private var sessions: [Session] = []
  private var sessionNumbers: [String: Int] = [:]
  private var count = 0, clock: Int64 = 0, missing = 0, unreadable = 0, hasCommas = false
  /// What is wrong with the first value that is no time.
  private var failure: TextFailure?
  /// Rows that are before the row above.
  private var steps: [(offset: Int, session: Int, back: Int64)] = []

  private static let kinds: [String: ChangeKind] = [
    "insert": .insert, "change": .change, "delete": .delete,
  ]

  private struct Session {
    let name: String
    var updates: [(time: Int64, row: Int32, view: UInt16, kind: ChangeKind)] = []
    var views: [String: Int] = [:], rows: [String: Int] = [:]
    /// From the earliest to the latest time, once they are sorted.
    var times: ClosedRange<Int64> { updates[0].time...updates[updates.count - 1].time }
    var span: Int64 { times.upperBound - times.lowerBound }
  }

  init(_ rows: RecordedRows, _ options: TraceOptions) throws {
    (self.rows, self.options) = (rows, options)
    source = try TimeSource(rows, options)
    func column(_ given: String?, or name: String) throws -> String? {
      let isThere = rows.columns.contains(name) && options.format == nil
      guard let given else { return isThere ? name : nil }
      return given.isEmpty ? nil : try rows.column(given)
    }
    view = try column(options.viewColumn, or: "view")
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
    session = try options.sessionColumn.map(rows.column)
  }

  /// Reads all, session by session, and says how it understood it. The only one has no name.
  mutating func read() throws -> (sessions: [(name: String, trace: Trace)], Understanding) {
    let next = try rows.reading(source.names + [view, row, kind, session])
    while count < options.limit ?? .max, let row = try next() {
      if let time = try time(row) { try append(time, row) }
    }
    try checkMissing()
    for number in Set(steps.map(\.session)) {
      // Rows of one time stay in their order: Swift's sorting is stable.
      sessions[number].updates.sort { $0.time < $1.time }
    }
    try checkOrder()
    if count > 1, !options.isOwn, sessions.allSatisfy({ $0.span == 0 }) {
      throw TextFailure(
        nil, column: source.name, "its times are all equal: there is nothing to replay.")
    }
    let understanding = understanding
    let traces = try sessions.indices.map { number in
      // Each is let go before the next one is made.
      defer { sessions[number].updates = [] }
      return (sessions[number].name, try trace(sessions[number]))
    }
    return (traces, understanding)
  }

  private var rowCount: Int { count + missing }

  /// The time of a row that is an update; nil for one without a time, which is counted.
  private mutating func time(_ row: RecordedRows.Row) throws -> Int64? {
    let texts = row.fields.prefix(source.names.count).compactMap { $0 }
    let text = texts.count == 1 ? texts[0] : texts.joined(separator: " ")
    var start: Substring { text.prefix(60) }
    do {
      let isThere = texts.count == source.names.count && !texts.contains("")
      guard isThere, let read = try source.rule.read(text) else {
        missing += rows.isLines && options.format?.skipsOthers == true ? 0 : 1
        if isThere, !rows.isLines {
          let cause = "'\(start)' is not a time as the others are: \(source.rule)."
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
        row.offset, "it has more than the \(Workload.maximumUpdates) updates that are read.")
    }
    func number(
      _ place: Int, _ column: String?, _ numbers: inout [String: Int], limit: Int
    ) throws -> Int? {
      guard let column else { return nil }
      guard let name = row.fields[place], !name.isEmpty else {
        let cause = row.fields[place] == nil ? "the row does not have it." : "it is empty."
        throw TextFailure(row.offset, column: column, cause)
      }
      if let number = numbers[name] { return number }
      guard numbers.count < limit else {
        throw TextFailure(row.offset, column: column, "it has over \(limit) different values.")
      }
      numbers[name] = numbers.count
      return numbers.count - 1
    }
    let place = source.names.count
    let session = try number(place + 3, session, &sessionNumbers, limit: 100_000) ?? 0
    if session == sessions.count { sessions.append(Session(name: row.fields[place + 3] ?? "")) }
    if let last = sessions[session].updates.last?.time, time < last {
      steps.append((row.offset, session, last - time))
    }
    let view = try number(place, view, &sessions[session].views, limit: 1_000) ?? 0
    let id = try number(place + 1, self.row, &sessions[session].rows, limit: .max) ?? 0
    let kind = row.fields[place + 2] ?? (self.kind == nil ? "change" : "")
    // A move would need a position, which no trace has.
    guard let change = Self.kinds[kind] ?? Self.kinds[kind.lowercased()] else {
      throw TextFailure(
        row.offset, column: self.kind,
        "'\(kind)' is not a kind. Use insert, change or delete, or leave the column out with "
          + "--kind-column ''.")
    }
    sessions[session].updates.append((time, Int32(id), UInt16(view), change))
    count += 1
  }

  /// Lines without a time go on with the line above if the user said how times are written.
  private func checkMissing() throws {
    let isRead =
      source.isGiven
      ? missing * 10 < rowCount * 9 && unreadable * 10 <= rowCount : missing * 10 <= rowCount
    if isRead, count > 0 { return }
    let option = source.name.map { "--time-column \(quoted($0))." }
    throw failure
      ?? TextFailure(
        nil, column: source.name,
        "only \(count) of \(rowCount) rows have a time, as \(source.rule). If that is right, give "
          + (option ?? "--time-pattern, as '%Y-%m-%dT%H:%M:%S.%f%z'."))
  }

  /// A step back of more than a hundredth of the span is a day that was lost, or a clock of twelve hours.
  private func checkOrder() throws {
    // Their clocks are absolute.
    guard options.format?.isJSON != true else { return }
    let spans = steps.isEmpty ? [] : sessions.map(\.span)
    let long = steps.filter { $0.back > spans[$0.session] / 100 }
    guard let first = long.first, long.count * 100 > count else { return }
    let back = Duration.nanoseconds(first.back).words
    let isDate = !source.rule.isClock && !source.rule.isNumber
    throw TextFailure(
      first.offset, column: source.name,
      "it is \(back) before the row above, and \(long.count) of \(count) rows step back like that. "
        + "Sort them: (head -1 FILE; tail -n +2 FILE | \(long.count * 3 > count ? "tac" : "sort -t, -kCOLUMN")) | bench … --trace -"
        + (isDate ? "." : "; give --intervals if each counts from the row above."))
  }

  /// In the order of their times, from the first one on.
  private func trace(_ session: Session) throws -> Trace {
    var updates = PlannedUpdates()
    updates.reserve(session.updates.count)
    for (place, update) in session.updates.enumerated() {
      let nanoseconds = update.time - session.updates[0].time
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
    }.map { "times are whole \($0.0); what comes within one looks like a burst" }
    let back = Duration.nanoseconds(steps.map(\.back).max() ?? 0).words
    let first = sessions.map(\.times.lowerBound).min() ?? 0
    let last = sessions.map(\.times.upperBound).max() ?? 0, periods = source.rule.periods
    let what = rows.isLines ? "lines" : "rows"
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
