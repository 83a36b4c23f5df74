/// Turns rows into updates, by the same rules for every format.
struct TraceReader {
  private let rows: RecordedRows, options: TraceOptions
  private var source: TimeSource
  private let view: String?, row: String?, kind: String?
  private var deliveries = DeliveryRows()
  private var hasKinds = false
  private let mayHaveDeliveries: Bool

  private var updates: [(time: Int64, row: Int32, view: UInt16, kind: ChangeKind)] = []
  private var views: [String: Int] = [:], ids: [String: Int] = [:]
  private var clock: Int64 = 0, missing = 0
  /// The rows whose time is before the previous row's; `back` is the difference in nanoseconds.
  private var steps: [(offset: Int, back: Int64)] = []

  private static let kinds = ["insert": ChangeKind.insert, "change": .change, "delete": .delete]

  private var count: Int { updates.count }
  private var rowCount: Int { count + missing }
  /// The earliest time, and the time between it and the latest; valid once the updates are sorted.
  private var first: Int64 { updates[0].time }
  private var span: Int64 { updates[count - 1].time - first }

  init(_ rows: RecordedRows, _ options: TraceOptions) throws {
    self.rows = rows
    self.options = options
    mayHaveDeliveries = options.isOwn && rows.columns.contains("handler_ns")
    source = try TimeSource(rows, options)
    func column(_ given: String?, or name: String) throws -> String? {
      let name = given ?? (rows.columns.contains(name) && options.format == nil ? name : "")
      return name.isEmpty ? nil : try rows.column(name)
    }
    view = try column(options.viewColumn, or: "view")
    row = try column(options.rowColumn, or: "row")
    kind = try column(options.kindColumn, or: "kind")
  }

  mutating func read() throws -> Trace {
    let next = rows.reading()
    while count < options.limit ?? .max, let row = try next() {
      guard let time = try time(row) else { continue }
      if mayHaveDeliveries, deliveries.append(time, row) { continue }
      try append(time, row)
    }
    try checkMissing()
    // Rows with equal times keep their order, because Swift's sort is stable.
    updates.sort { $0.time < $1.time }
    try checkOrder()
    return try trace()
  }

  /// A row's time; nil if the row is not an update or has no time. Counts unexpected missing times in `missing`.
  private mutating func time(_ row: RecordedRows.Row) throws -> Int64? {
    let text = rows.text(source.names, row) ?? ""
    do {
      guard let time = try source.rule.read(text) else {
        if options.format?.skipsOthers != true { missing += 1 }
        return nil
      }
      clock = options.isInterval ? min(max(-TimeRule.limit, clock + time), TimeRule.limit) : time
      return options.format?.isUpdate(text) ?? true ? clock : nil
    } catch let failure as TextFailure {
      throw TextFailure(row.offset, column: source.name, "'\(text.prefix(60))': \(failure.cause)")
    }
  }

  private mutating func append(_ time: Int64, _ row: RecordedRows.Row) throws {
    /// The number of the row's text in a column. Texts are numbered from 0, in order of their first appearance.
    func number(_ column: String?, _ numbers: inout [String: Int]) throws -> Int {
      guard let column else { return 0 }
      guard let text = row.value(column), !text.isEmpty else {
        throw TextFailure(row.offset, column: column, "it is empty.")
      }
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      return number
    }
    if let last = updates.last?.time, time < last { steps.append((row.offset, last - time)) }
    let view = try number(view, &views), id = try number(self.row, &ids)
    guard view < 1_000 else {
      throw TextFailure(row.offset, column: self.view, "it has over 1000 different values.")
    }
    var kind = kind.map { row.value($0) ?? "" } ?? "change"
    if kind.isEmpty, mayHaveDeliveries { kind = "change" } else { hasKinds = self.kind != nil }
    // A move would need a position, which no trace has.
    guard let change = Self.kinds[kind.lowercased()] else {
      throw TextFailure(
        row.offset, column: self.kind,
        "'\(kind)' is not a kind. Use insert, change or delete, or give --kind-column ''.")
    }
    updates.append((time, Int32(id), UInt16(view), change))
  }

  /// Throws if no row is an update, or if over 10 % of the rows have no time. If the user says where times are, the
  /// limit is 90 %, because an entry may span many lines.
  private func checkMissing() throws {
    let isEnough = source.isGiven ? missing * 10 < rowCount * 9 : missing * 10 <= rowCount
    if isEnough, count > 0 { return }
    throw TextFailure(
      nil, column: source.name,
      "only \(count) of \(rowCount) rows have a time (\(source.rule.description)). If that is correct, "
        + "confirm it with --time-pattern, --time-unit or --time-column.")
  }

  /// Throws if all times are equal, over 1 % go back by over 1 % of the span, or a time of day goes back over 11 hours.
  private func checkOrder() throws {
    if count > 1, !options.isOwn, span == 0 {
      throw TextFailure(nil, column: source.name, "its times are all equal: nothing to replay.")
    }
    // In JSON formats, times are absolute and may be in any order.
    let long = steps.filter { $0.back > span / 100 && options.format?.isJSON != true }
    let half = long.first { source.rule.isClock && $0.back > TimePattern.day * 11 / 24 }
    guard let first = half ?? long.first, half != nil || long.count * 100 > count else { return }
    throw TextFailure(
      first.offset, column: source.name,
      "it is \(Duration.nanoseconds(first.back).words) before the row above; such steps back occur in "
        + "\(long.count) of \(count) rows. "
        + (half == nil ? "" : "A 12-hour clock needs AM and PM, or dates. ")
        + "Give --intervals if each time counts from the row above, or sort the rows: "
        + "(head -1 FILE; tail -n +2 FILE | sort -t, -kCOLUMN) | bench … --trace -.")
  }

  private func trace() throws -> Trace {
    var planned = PlannedUpdates()
    planned.reserve(count)
    for (place, update) in updates.enumerated() {
      let nanoseconds = update.time - first
      let time = Double(nanoseconds) / options.speed
      guard time < 3e17 else {
        throw TextFailure(nil, "it lasts over nine years. Give --speed or --limit.")
      }
      planned.append(
        atNanoseconds: options.speed == 1 ? UInt64(nanoseconds) : UInt64(time.rounded()),
        view: Int(update.view), row: row == nil ? place : Int(update.row), kind: update.kind)
    }
    // At another speed, the coalescer would have delivered otherwise.
    return Trace(planned, deliveries: options.speed == 1 ? deliveries.since(first) : [])
  }

  var coarse: String? {
    let units = [("minutes", 60_000_000_000), ("seconds", Int64(1_000_000_000))]
    return units.first { _, unit in count > 1 && updates.allSatisfy { $0.time % unit == 0 } }
      .map { "times are whole \($0.0), so updates closer together look like a burst" }
  }

  /// Facts about the recording: its updates and times, the columns used, and anything unusual.
  var facts: [String] {
    let seconds = FigureText.threeDigits(Double(span) / options.speed / 1e9)
    let columns = [("views", view), ("rows", row), ("kinds", hasKinds ? kind : nil)]
      .map { what, column in column.map { ", \(what) from `\($0)`" } ?? "" }
    let back = Duration.nanoseconds(steps.map(\.back).max() ?? 0).words
    let remarks = [
      (deliveries.count > 0, "deliveries with their times: \(deliveries.count)"),
      (missing > 0, "\(rows.isLines ? "lines" : "rows") without a time: \(missing) of \(rowCount)"),
      (!steps.isEmpty, "rows out of order: \(steps.count), by up to \(back); they were sorted"),
      (source.rule.periods > 0, "midnights or new years passed: \(source.rule.periods)"),
      (coarse != nil, coarse ?? ""),
      (span > 400 * TimePattern.day, "Warning: it lasts over 400 days"),
    ]
    return [
      "\(count) update\(count == 1 ? "" : "s") in \(seconds) s, "
        + "\(source.rule.moment(first)) to \(source.rule.moment(first + span)), "
        + (views.count > 1 ? "\(views.count) views" : "1 view"),
      source.description + columns.joined(),
    ] + remarks.filter(\.0).map(\.1)
  }
}
