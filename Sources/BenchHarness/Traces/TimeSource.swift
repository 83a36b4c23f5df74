/// Where the times of a recording are and how they are written, as detected or as the user said.
struct TimeSource {
  /// The column of the times, or the columns of their date and time of day; for lines, only "".
  let names: [String]
  var rule: TimeRule
  let isGiven: Bool
  private let format: String?

  init(_ rows: RecordedRows, _ options: TraceOptions) throws {
    let given = options.form, column = options.timeColumn ?? options.format?.column
    isGiven = given != nil || column != nil
    format = options.format?.name
    if rows.isLines {
      names = [""]
    } else if let column {
      let given = rows.columns.contains(column) ? [column[...]] : column.split(separator: ",")
      names = try given.map { try rows.column("\($0)") }
    } else if given != nil {
      // Only the first column, if its name means a time. In JSON, no member is first, because members have no order.
      names = try rows.columns.prefix(rows.isJSON ? 0 : 1).filter { TimeName($0).meansTime }
        .map(rows.column)
    } else {
      names = rows.timeColumns(isOwn: options.isOwn)
      guard names.count <= 1 else {
        throw TextFailure(
          0, "several columns have times: \(Self.list(names)). Choose one with --time-column.")
      }
    }
    guard !names.isEmpty, let form = given ?? rows.timeForm(names, isGiven: column != nil) else {
      throw rows.refusal(names)
    }
    // Rejects a pattern such as 'ms', which would be read as a unit.
    if let pattern = options.timePattern { _ = try TimePattern(pattern) }
    rule = try TimeRule(form, behind: options.format?.prefix ?? "", of: rows)
    if rule.isClock, names.count == 1, let date = rows.columns.first(where: { TimeName($0).isDate })
    {
      throw TextFailure(
        0, "the dates are in '\(date)'. Give --time-column '\(date),\(names[0])'.")
    }
  }

  /// The column names for messages; nil for lines.
  var name: String? { names == [""] ? nil : names.joined(separator: ",") }

  static func list(_ names: some Collection<String>, _ separator: String = ", ") -> String {
    names.prefix(20).map { "'\($0)'" }.joined(separator: separator) + (names.count > 20 ? " …" : "")
  }

  var description: String {
    let columns = names.map { "`\($0)`" }.joined(separator: " and ")
    let place = name == nil ? "at the beginning of lines" : "from \(columns)"
    let how = format.map { "--input-format \($0)" } ?? (isGiven ? "as given" : "detected")
    return "times \(place) (\(how)), \(rule.description)"
  }
}

extension RecordedRows {
  /// The columns of times with a value in at least 90 % of the rows. Unless `isOwn`, the values must not all be equal.
  fileprivate func timeColumns(isOwn: Bool) -> [String] {
    columns.filter { name in
      let texts = texts([name])
      // Only JSON members up to two levels deep are considered.
      return (!isJSON || name.count { $0 == "." } < 2)
        && texts.count * 10 >= sample.count * 9 && (isOwn || changes(texts))
        && timeForm([name], isGiven: false) != nil
    }
  }

  /// How the times of a column, or of lines, are written; nil if that is not evident.
  fileprivate func timeForm(_ names: [String], isGiven: Bool) -> String? {
    let texts = texts(names), name = TimeName(names.last ?? "")
    if let date = TimePattern.dates.first(where: { share($0, texts) >= least }) { return date }
    guard isGiven || name.meansTime else { return nil }
    guard let unit = name.unit?.rawValue else { return epoch(texts)?.rawValue }
    return share(unit, texts) >= 0.5 ? unit : nil
  }

  /// Why no times can be read from these columns or, if `names` is empty, from any column.
  fileprivate func refusal(_ names: [String]) -> TextFailure {
    guard let first = sample.first else { return TextFailure(nil, "it has a header but no rows.") }
    let named = columns.filter { TimeName($0).meansTime || $0 == "1" }
    let clocks = columns.filter { texts([$0]).first?.contains(/\d:\d\d/) ?? false }
    let pairs = columns.filter { TimeName($0).isDate }.flatMap { date in clocks.map { [date, $0] } }
    for names in names.isEmpty ? pairs + (named + clocks).map({ [$0] }) : [names] {
      guard let advice = advice(names) else { continue }
      return TextFailure(first.offset, column: isLines ? nil : names.joined(separator: ","), advice)
    }
    let start = first.value("")?.prefix(60) ?? ""
    return TextFailure(
      first.offset,
      isLines
        ? "there is no readable time at the beginning of '\(start)'. Give a --time-pattern, such as "
          + "'%d.%m.%Y %H:%M:%S', or --input-format with one of: \(RecordedFormat.names)."
        : "no column of changing times was found. Give --time-column with one of: "
          + "\(TimeSource.list(columns)); without a header, --no-header --time-column 1.")
  }

  /// The options with which these columns, or the lines, could be read; nil if unknown.
  private func advice(_ names: [String]) -> String? {
    let texts = texts(names)
    guard let first = texts.first, changes(texts) else { return nil }
    let column = isLines ? "" : " --time-column '\(names.joined(separator: ","))'"
    let give = "'\(first.prefix(60))': give\(column)"
    let intervals = "; add --intervals if each is the time since the row above."
    if TimePattern.dates.contains(where: { share($0, texts) >= least }) { return give + "." }
    if share("s", texts) >= least { return give + " --time-unit s, ms, us or ns" + intervals }
    let format = RecordedFormat.all.first {
      // Any time of day would look like pcap.
      isLines && !$0.isJSON && $0.name != "pcap"
        && share($0.form, behind: $0.prefix, texts) >= ($0.skipsOthers ? 0.05 : 0.5)
    }
    if let format { return "it looks like \(format.name): give --input-format \(format.name)." }
    guard first.contains(":") else { return nil }
    // Several patterns may fit, such as day/month and month/day; then only the user can tell which is right.
    let patterns = TimePattern.usual.filter { share($0, texts.prefix(100)) >= least }
    guard let pattern = patterns.first else { return nil }
    return give + " --time-pattern \(TimeSource.list(patterns, " or "))"
      + (pattern.contains("%d") ? "." : intervals)
  }

  private func texts(_ names: [String]) -> [String] { sample.compactMap { text(names, $0) } }

  private func changes(_ texts: [String]) -> Bool {
    sample.count == 1 || texts.contains { $0 != texts[0] }
  }

  /// A notation fits if it finds a time in at least this share of the texts.
  private var least: Double { isLines ? 0.5 : 0.9 }

  private func share(
    _ form: String, behind place: String = "", _ texts: some Collection<String>
  ) -> Double {
    guard var rule = try? TimeRule(form, behind: place, of: self) else { return 0 }
    return Double(texts.count { (try? rule.read($0)) != nil }) / Double(max(1, texts.count))
  }

  /// The unit if numbers are times since 1970; else nil. Median steps over a minute suggest microseconds since startup.
  private func epoch(_ texts: [String]) -> TimeUnit? {
    let numbers = texts.compactMap(Double.init).sorted()
    guard numbers.count * 10 >= texts.count * 9, let first = numbers.first, let last = numbers.last
    else { return nil }
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.sorted()
    let step = steps.isEmpty ? 0 : steps[steps.count / 2]
    return TimeUnit.allCases.first {
      first * $0.nanoseconds >= 1e18 && last * $0.nanoseconds < 1e19 && step * $0.nanoseconds < 60e9
    }
  }
}
