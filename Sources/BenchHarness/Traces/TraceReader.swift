/// Makes updates of rows, by the same rules for all formats.
struct TraceReader<Rows: TraceRows> {
  private var rows: Rows
  private var source: TimeSource
  private let options: TraceOptions
  private let view: String?, row: String?, kind: String?, session: String?

  /// What was read of each session, in the order of its rows; without a column of sessions there is one.
  private var sessions: [Session]
  private var sessionNumbers: [String: Int] = [:]
  private var current = 0, name: [UInt8]?
  private var count = 0, clock: Int64 = 0, missing = 0, unreadable = 0, hasCommas = false
  /// What is wrong with the first time that cannot be read.
  private var failure: TextFailure?
  /// Rows that are before the row above.
  private var steps: [(offset: Int, session: Int, back: Int64)] = []

  private struct Session {
    var name = ""
    var times: [Int64] = []
    // Empty without such a column.
    var views: [UInt16] = [], rows: [Int32] = [], kinds: [ChangeKind] = []
    var viewNumbers: [String: Int] = [:], rowNumbers: [String: Int] = [:]
    var steps = 0
    /// Half of it cannot overflow.
    var halfSpan: Int64 { (times.max() ?? 0) / 2 - (times.min() ?? 0) / 2 }
  }

  private static var maximumUpdates: Int { Workload.maximumUpdates }
  private static var maximumViews: Int { 1_000 }
  private static var maximumSessions: Int { 100_000 }

  init(_ rows: Rows, _ source: TimeSource, _ options: TraceOptions) throws {
    (self.rows, self.source, self.options) = (rows, source, options)
    func column(_ given: String?, or name: String) throws -> String? {
      guard let given else {
        return rows.columns.contains(name) && options.format == nil ? name : nil
      }
      guard given.isEmpty || rows.columns.contains(given) else {
        throw TextFailure(
          0, "there is no column '\(given)'. Choose from: \(TimeSource.list(rows.columns)).")
      }
      return given.isEmpty ? nil : given
    }
    view = try column(options.viewColumn, or: "view")
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
    session = try column(options.sessionColumn ?? "", or: "")
    sessions = session == nil ? [Session()] : []
    try self.rows.choose(source.names + [view, row, kind, session])
  }

  /// Reads all, session by session, and says how it understood it. The only one has no name.
  mutating func read() throws -> (sessions: [(name: String, trace: Trace)], Understanding) {
    var fields = [TextField?](repeating: nil, count: source.names.count + 4)
    while count < options.limit ?? .max, let offset = try rows.next(&fields) {
      try take(fields, offset)
    }
    if let failure, unreadable * 10 > rowCount { throw failure }
    guard count > 0 else {
      throw failure
        ?? TextFailure(nil, missing > 0 ? "no row has a time." : "it has a header and no rows.")
    }
    try checkMissing()
    try checkOrder()
    let first = sessions.compactMap { $0.times.min() }.min() ?? 0,
      times = sessions.flatMap { [$0.times.max() ?? 0] }
    let units = [("minutes", 60_000_000_000), ("seconds", Int64(1_000_000_000))]
    let coarse =
      count < 2
      ? nil
      : units.first { unit in sessions.allSatisfy { $0.times.allSatisfy { $0 % unit.1 == 0 } } }?.0
    if count > 1, !options.isOwn,
      sessions.allSatisfy({ $0.halfSpan == 0 && $0.times.min() == $0.times.max() })
    {
      throw TextFailure(
        nil, column: source.name, "its times are all equal: there is nothing to replay.")
    }
    let views = sessions.map { max(1, $0.viewNumbers.count) }.max() ?? 1
    let traces = try sessions.indices.map { number in
      // Each is let go before the next one is made.
      let session = sessions[number]
      sessions[number] = Session()
      return (name: session.name, trace: try trace(session))
    }
    return (traces, understanding(traces.map(\.trace), views, (first, times.max() ?? 0), coarse))
  }

  private var rowCount: Int { count + missing + unreadable }

  private mutating func take(_ fields: [TextField?], _ offset: Int) throws {
    guard let time = try time(fields, offset) else { return }
    guard count < Self.maximumUpdates else {
      throw TextFailure(
        offset, "it has more than the \(Self.maximumUpdates) updates that are read.")
    }
    let place = source.names.count
    try enter(fields[place + 3], offset)
    let last = sessions[current].times.last ?? time
    if time < last {
      sessions[current].steps += 1
      steps.append((offset, current, last.subtractingReportingOverflow(time).partialValue))
    }
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
    if let field, let name, rows.bytes[field.range].elementsEqual(name) { return }
    let number = try rows.number(
      field, session, offset, &sessionNumbers, limit: Self.maximumSessions)
    guard let field, let number else { return }
    if number == sessions.count { sessions.append(Session(name: rows.text(field))) }
    (current, name) = (number, Array(rows.bytes[field.range]))
  }

  /// The time of a row that is an update. A row without a time is counted and gives nil.
  private mutating func time(_ fields: [TextField?], _ offset: Int) throws -> Int64? {
    var (bytes, range) = (rows.bytes, fields[0]?.range ?? 0..<0)
    if source.names.count > 1 {
      let texts = fields.prefix(2).compactMap { $0 }.map(rows.text).filter { !$0.isEmpty }
      bytes = texts.count < 2 ? [] : Array(texts.joined(separator: " ").utf8)
      range = 0..<bytes.count
    }
    let isLine = rows.isLines
    var text: String { String(decoding: bytes[range].prefix(60), as: UTF8.self) }
    guard !range.isEmpty else {
      missing += 1
      return nil
    }
    var time: Int64
    switch source.rule.read(bytes, range) {
    case .time(let read): time = read
    case .unread(let cause):
      throw TextFailure(
        offset, column: source.name, "'\(text)': \(cause). Give --time-pattern for all of it.")
    case .none where isLine:
      missing += options.format?.skipsOthers == true ? 0 : 1
      return nil
    case .none:
      unreadable += 1
      let cause = "'\(text)' is not a time as the others are: \(source.rule)."
      failure = failure ?? TextFailure(offset, column: source.name, cause)
      return nil
    }
    if options.isInterval {
      clock = clock.addingReportingOverflow(time).partialValue
      time = clock
    }
    if let mark = options.format?.update, bytes[range].prefix(40).firstRange(of: mark.utf8) == nil {
      return nil
    }
    if rows.hasDecimalCommas, !hasCommas, source.rule.isNumber {
      hasCommas = bytes[range].contains(UInt8(ascii: ","))
    }
    return time
  }

  /// Lines without a time go on with the line above if the user said how times are written.
  private func checkMissing() throws {
    let isGiven = source.isGiven
    if isGiven ? missing * 10 < rowCount * 9 : (missing + unreadable) * 10 <= rowCount { return }
    throw TextFailure(
      nil, column: source.name,
      "only \(count) of \(rowCount) rows have a time"
        + (isGiven
          ? ", as \(source.rule)."
          : ". If that is right, give "
            + (source.name.map { "--time-column \(quoted($0))." }
              ?? "--time-pattern, as '%Y-%m-%dT%H:%M:%S.%f%z'."))
    )
  }

  /// A step back of more than a hundredth of the span is a day that was lost, or a clock of twelve
  /// hours.
  private func checkOrder() throws {
    // Their clocks are absolute.
    guard options.format?.rowsAt == nil else { return }
    let spans = steps.isEmpty ? [] : sessions.map { $0.halfSpan / 50 }
    let long = steps.filter { $0.back < 0 || $0.back > spans[$0.session] }
    guard let first = long.first, long.count * 100 > count else { return }
    throw TextFailure(
      first.offset, column: source.name,
      "it is \(Duration.nanoseconds(max(0, first.back)).words) before the row above, and \(long.count) of \(count) rows step "
        + "back like that. Sort them: (head -1 FILE; tail -n +2 FILE | "
        + (long.count * 3 > count ? "tac" : "sort -t, -kCOLUMN") + ") | bench … --trace -"
        + (source.rule.isClock || source.rule.isNumber
          ? "; give --intervals if each time counts from the row above." : "."))
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
    if session.steps > 0 {
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

  private func understanding(
    _ traces: [Trace], _ views: Int, _ times: (first: Int64, last: Int64), _ whole: String?
  ) -> Understanding {
    let coarse = whole.map { "times are whole \($0); what comes within one looks like a burst" }
    let back = Duration.nanoseconds(max(0, steps.map(\.back).max() ?? 0)).words
    let none =
      "\(missing + unreadable) of \(rowCount) \(rows.isLines ? "lines" : "rows") have no time"
    let remarks = [
      (missing + unreadable > 0, none),
      (!steps.isEmpty, "\(steps.count) out of order by up to \(back), sorted"),
      (times.first < 0, "times below 0, counted from the first"),
      (source.rule.periods > 0, "midnight or new year passed (\(source.rule.periods) times)"),
      (hasCommas, "commas read as decimal points"), (coarse != nil, coarse ?? ""),
      (times.last / 2 - times.first / 2 > 200 * TimePattern.day, "Warning: that is over 400 days"),
    ]
    return Understanding(
      sessions: session.map { (traces.count, $0) }, updates: traces.reduce(0) { $0 + $1.count },
      seconds: traces.reduce(0) { $0 + Double($1.lengthNanoseconds) / 1e9 },
      moments: source.rule.moments(times.first, times.last), views: views,
      form: "\(source)"
        + [("views", view), ("rows", row), ("kinds", kind)]
        .map { what, column in column.map { ", \(what) from `\($0)`" } ?? "" }.joined(),
      remarks: remarks.filter(\.0).map(\.1), coarse: coarse)
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
