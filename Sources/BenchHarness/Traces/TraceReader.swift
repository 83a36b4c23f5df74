/// Turns rows into updates, by the same rules for every format.
struct TraceReader {
  private let rows: RecordedRows, options: TraceOptions
  private var source: TimeSource
  private let view: String?, row: String?, kind: String?
  /// The rows of deliveries in a coalescer's recording.
  private var deliveries: [(time: Int64, row: RecordedRows.Row)] = []
  private var hasKinds = false
  private let mayHaveDeliveries: Bool

  private var updates: [(time: Int64, offset: Int, row: Int32, view: UInt16, kind: ChangeKind)] = []
  private var views: [String: Int] = [:], ids: [String: Int] = [:]
  private var clock: Int64 = 0, missing = 0
  /// How many rows come before the first one that has a time. They may be titles.
  private var lead = 0
  /// How many rows have a time before the previous row's, and the longest such step; how many jumps were cut.
  private var stepsBack = 0, longestBack: Int64 = 0, cuts = 0
  /// The longest gap, if nothing happens for most of the time.
  private var idle: Int64?

  /// The longest recording that can be replayed, in nanoseconds: over nine years.
  private static let longest = 3e17
  private static let kinds = ["insert": ChangeKind.insert, "change": .change, "delete": .delete]

  private var count: Int { updates.count }
  private var rowCount: Int { count + missing }
  private var steps: [Int64] { updates.lazy.map(\.time).steps }
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
      if mayHaveDeliveries, ["delivery", "failed"].contains(row.value("kind")) {
        deliveries.append((time, row))
      } else {
        try append(time, row)
      }
    }
    try checkMissing()
    try checkJumps()
    try checkGrowth()
    // Rows with equal times keep their order, because Swift's sort is stable.
    updates.sort { $0.time < $1.time }
    return try trace()
  }

  /// A row's time; nil if the row is not an update or has no time. Counts unexpected missing times in `missing`.
  private mutating func time(_ row: RecordedRows.Row) throws -> Int64? {
    let text = rows.text(source.names, row) ?? ""
    do {
      guard let time = try source.rule.read(text) else {
        if options.format?.skipsOthers == true { return nil }
        if updates.isEmpty, lead < 20 { lead += 1 } else { missing += 1 }
        return nil
      }
      clock = options.isInterval ? TimeRule.limited(clock, less: -time) : time
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
    updates.append((time, row.offset, Int32(id), UInt16(view), change))
  }

  /// Throws if no row is an update, or if over 10 % of the rows have no time. If the user says where times are, the
  /// limit is 90 %, because an entry may span many lines.
  private mutating func checkMissing() throws {
    if lead > count { (missing, lead) = (missing + lead, 0) }
    let isEnough = source.isGiven ? missing * 10 < rowCount * 9 : missing * 10 <= rowCount
    if isEnough, count > 0 { return }
    throw TextFailure(
      nil, column: source.name,
      "only \(count) of \(rowCount) rows have a time (\(source.rule.description)).")
  }

  /// Cuts the clock's jumps if the user said so. Throws if there is one, unless the user says that times are right.
  private mutating func checkJumps() throws {
    // Each cut makes the span shorter, which may reveal another jump.
    while let place = jump(), options.jumps != .keep {
      let length = updates[place].time - updates[place - 1].time
      // With more jumps, the values are probably not times.
      guard options.jumps == .cut, count > 2, cuts < min(max(1, count / 4), 2 + count / 50, 20)
      else {
        let step = Duration.nanoseconds(abs(length)).words
        let isHalfDay = length < 0 && abs(length) / 3_600_000_000_000 == 11
        throw TextFailure(
          updates[place].offset, column: source.name,
          "the clock jumps \(length < 0 ? "back" : "forward") by \(step) here."
            + (isHalfDay ? " A 12-hour clock needs AM and PM." : ""))
      }
      cuts += 1
      // The median of the gaps takes the place of the jump.
      let gaps = steps.filter { $0 >= 0 }.sorted()
      let shift = length - (gaps.isEmpty ? 0 : gaps[(gaps.count - 1) / 2])
      for later in place..<count {
        updates[later].time = TimeRule.limited(updates[later].time, less: shift)
      }
    }
    let back = steps.filter { $0 < 0 }
    (stepsBack, longestBack) = (back.count, -(back.min() ?? 0))
  }

  /// Whether the times may be durations, judging by the names of their column and of the others.
  private var mayBeDurations: Bool {
    let known = Set(source.names + [view, row, kind].compactMap(\.self))
    let isStated = source.isGiven || options.isOwn || options.isInterval || hasDates
    return !isStated && source.names.count == 1 && TimeName(source.names[0]).isVague
      && !known.isSuperset(of: rows.columns)
  }

  /// Throws if each step is longer than the one before, as between the durations of a growing job.
  private func checkGrowth() throws {
    let steps = steps
    guard mayBeDurations, steps.count > 4,
      zip([0] + steps, steps).allSatisfy({ $0 < $1 })
    else { return }
    throw TextFailure(
      updates[0].offset, column: source.name,
      "the values may be how long rows took, because each step is longer than the last.")
  }

  /// The index of the first update before which the clock seems to have been set: it steps back by over 1 % of the
  /// recording or half an hour; or it can be set, and shows no update for over 20 minutes and most of the recording.
  /// Also finds the gap that makes a recording too long to replay.
  private mutating func jump() -> Int? {
    let times = updates.lazy.map(\.time), gaps = steps
    guard count > 1, let first = times.min(), let most = times.max() else { return nil }
    let span = most - first
    let back = options.isUnordered ? .max : min(span / 100, 1_800_000_000_000)
    if let step = gaps.firstIndex(where: { -$0 > back }) { return step + 1 }
    guard let longest = gaps.max(), longest > span / 2 else { return nil }
    let others = gaps.sorted().dropLast()
    let least = longest > TimePattern.day ? 1 : 2
    let isIdle = others.count >= least && longest / 100 > others[others.count * 99 / 100]
    idle = isIdle && longest >= 10_000_000_000 ? longest : nil
    let canBeSet = source.rule.isDated || first > 1_000_000_000_000_000_000
    let isJump = isIdle && canBeSet && longest > 1_200_000_000_000
    return isJump || Double(span) / options.speed >= Self.longest
      ? gaps.firstIndex(of: longest).map { $0 + 1 } : nil
  }

  private func trace() throws -> Trace {
    var planned = PlannedUpdates()
    planned.reserve(count)
    for (place, update) in updates.enumerated() {
      let nanoseconds = update.time - first
      let time = Double(nanoseconds) / options.speed
      guard time < Self.longest else { throw TextFailure(nil, "it lasts over nine years.") }
      planned.append(
        atNanoseconds: options.speed == 1 ? UInt64(nanoseconds) : UInt64(time.rounded()),
        view: Int(update.view), row: row == nil ? place : Int(update.row), kind: update.kind)
    }
    // At another speed, the coalescer would have delivered otherwise.
    guard options.speed == 1 else { return Trace(planned) }
    return Trace(
      planned,
      deliveries: deliveries.sorted { $0.time < $1.time }
        .compactMap { RecordedDelivery($0.row, at: $0.time, since: first) })
  }

  /// Whether one of the first rows has a time.
  var hasTimes: Bool {
    var rule = source.rule
    return rows.texts(source.names).prefix(100).contains { (try? rule.read($0)) != nil }
  }

  var hasDates: Bool {
    source.rule.isDated ? !source.rule.isClock : first > 1_000_000_000_000_000_000
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
    let back = Duration.nanoseconds(longestBack).words, what = rows.isLines ? "lines" : "rows"
    let skipped = options.isOwn ? 0 : rows.skipped + lead
    let remarks = [
      (deliveries.count > 0, "deliveries with their times: \(deliveries.count)"),
      (skipped > 0, "lines skipped at the beginning: \(skipped)"),
      (missing > 0, "\(what) without a time: \(missing) of \(rowCount)"),
      (stepsBack > 0, "rows out of order: \(stepsBack), by up to \(back); they were sorted"),
      (cuts > 0, "jumps of the clock: \(cuts), cut"),
      (idle != nil, "nothing happens for \(Duration.nanoseconds(idle ?? 0).words) of that"),
      (count > 1 && span == 0, "all at one time, so they are a burst"),
      (source.rule.periods > 0, "midnights or new years passed: \(source.rule.periods)"),
      (coarse != nil, coarse ?? ""),
      (span > 400 * TimePattern.day, "Warning: it lasts over 400 days"),
      (
        count > 2 && first != 0 && mayBeDurations,
        "Warning: `\(source.name ?? "")` may be how long rows took, because it does not begin at 0"
      ),
    ]
    return [
      "\(count) update\(count == 1 ? "" : "s") in \(seconds) s, "
        + "\(source.rule.moment(first)) to \(source.rule.moment(first + span)), "
        + (views.count > 1 ? "\(views.count) views" : "1 view"),
      source.description + columns.joined(),
    ] + remarks.filter(\.0).map(\.1)
  }
}
