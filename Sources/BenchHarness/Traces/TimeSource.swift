/// Where the times of a recording stand and how they are written, by its own statement or the
/// user's.
struct TimeSource {
  /// Two are a date and a time of day beside each other; one that is empty is a line.
  let names: [String]
  var rule: TimeRule
  let isGiven: Bool
  private let format: String?

  /// What lines begin with.
  init(lines rows: CSVRows, _ options: TraceOptions) throws {
    let given = try options.format?.notation ?? options.notation
    rule = TimeRule(given ?? .dates, lines: options.format?.marks ?? ["^"])
    (names, isGiven, format) = ([""], given != nil, options.format?.name)
    let seen = given == nil ? Self.lines(rows, 1_000) : []
    if seen.count > 2 * seen.count(where: { Self.reads(rule, $0.text) }) {
      throw Self.refusal(of: seen)
    }
  }

  /// The column that was given, or the only one that states its times.
  init(table rows: some TraceRows, _ options: TraceOptions) throws {
    let sample = try Sample(rows), notation = try options.notation
    format = options.format?.name
    if let column = options.timeColumn {
      names =
        rows.columns.contains(column) ? [column] : column.split(separator: ",").map(String.init)
      if let missing = names.first(where: { !rows.columns.contains($0) }) {
        throw TextFailure(
          0, "there is no column '\(missing)'. Choose from: \(Self.list(rows.columns)).")
      }
      guard let found = notation.map({ TimeRule($0) }) ?? sample.rule(names, isGiven: true) else {
        throw TextFailure(
          sample.offset, column: column,
          sample.hint(names) ?? "no value is a time that is known. Give --time-pattern.")
      }
      (rule, isGiven) = (found, true)
    } else if let notation {
      // What each row begins with.
      guard let first = rows.columns.first, TimeName(first).meansTime, rows is CSVRows else {
        throw TextFailure(
          0, "which column? Give --time-column, too, one of: \(Self.list(rows.columns)).")
      }
      (names, rule, isGiven) = ([first], TimeRule(notation), true)
    } else {
      // Members of JSON count two deep.
      let columns = rows.columns.filter { rows is CSVRows || $0.count { $0 == "." } < 2 }
      let found = columns.filter { options.isOwn || sample.varies($0) }.compactMap { name in
        sample.rule([name], isGiven: false).map { (name, $0) }
      }
      guard found.count == 1 else {
        throw found.isEmpty
          ? sample.failure(rows.columns)
          : TextFailure(
            0,
            "several columns have times: \(Self.list(found.map(\.0))). Give --time-column with one."
          )
      }
      (names, rule, isGiven) = ([found[0].0], found[0].1, false)
    }
    rule.hasDecimalCommas = rows.hasDecimalCommas
    if rule.isClock, names.count == 1, let date = rows.columns.first(where: { TimeName($0).isDate })
    {
      throw TextFailure(
        0,
        "the days of `\(names[0])` are in `\(date)`. Give --time-column \(quoted("\(date),\(names[0])"))."
      )
    }
  }

  var name: String? { names == [""] ? nil : names.joined(separator: ",") }

  static func list(_ names: [String], _ separator: String = ", ") -> String {
    names.prefix(20).map { "'\($0)'" }.joined(separator: separator) + (names.count > 20 ? " …" : "")
  }

  private static func lines(_ rows: CSVRows, _ count: Int) -> [(offset: Int, text: String)] {
    var (rows, fields, seen) = (
      rows, [TextField?](repeating: nil, count: 1), [(offset: Int, text: String)]()
    )
    try? rows.choose([""])
    while seen.count < count, let offset = try? rows.next(&fields), let field = fields[0] {
      let bytes = rows.bytes[field.range].prefix(400)
      seen.append((offset, String(decoding: bytes, as: UTF8.self)))
    }
    return seen
  }

  private static func reads(_ rule: TimeRule, _ text: String) -> Bool {
    var rule = rule
    guard case .time = rule.read(text) else { return false }
    return true
  }

  /// Says what would read lines that do not begin with a time.
  private static func refusal(of seen: [(offset: Int, text: String)]) -> TextFailure {
    let seen = Array(seen.prefix(20))
    func share(_ notation: TimeRule.Notation?, _ marks: [String] = ["^"]) -> Double {
      guard let rule = notation.map({ TimeRule($0, lines: marks) }) else { return 0 }
      return Double(seen.count { reads(rule, $0.text) }) / Double(seen.count)
    }
    let isNumber = seen.count { $0.text.contains(/^\W*(\d+\.\d|\d{9})/) } * 2 >= seen.count
    let hasPrefix = seen.contains { $0.text.hasPrefix("[pid") }
    let own = RecordedFormat.all.filter { $0.name != (hasPrefix ? "perf" : "strace") }.map {
      format in
      (
        name: format.name,
        share: share((try? format.notation) ?? nil, format.marks) * (format.skipsOthers ? 10 : 1)
      )
    }.filter { $0.share >= 0.5 }.max { $0.share < $1.share }?.name
    let patterns = TimePattern.proposals { share(.pattern($0)) >= 0.5 }
    let inside = seen.firstIndex { $0.text.contains(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d/) }
    let intervals = ", with --intervals if each counts from the row above."
    let advice: String
    if isNumber, share(.number(.s)) >= 0.5 {
      advice = "Give --time-unit s, ms, us or ns" + intervals
    } else if let own, own != "pcap" {
      advice = "It looks like \(own): give --format \(own)."
    } else if patterns.first?.hasPrefix("%Y-%m-%d %H") == true {
      advice =
        "Give --no-header --time-column 1, or --time-pattern '%Y-%m-%d %H:%M:%S.%f' with what follows."
    } else if !patterns.isEmpty {
      advice = "Give --time-pattern \(list(patterns, " or "))" + (own == nil ? "." : intervals)
    } else if inside != nil {
      advice =
        #"Cut out the first: perl -ne 'print "$&\n" if /\d{4}-\d\d-\d\d[T ][\d:.]+( [AP]M)?/' FILE | bench … --trace -"#
    } else {
      advice =
        "Give --time-pattern, as '%d.%m.%Y %H:%M:%S', or --format with one of \(RecordedFormat.names)."
    }
    let line = seen[inside ?? 0]
    return TextFailure(
      line.offset,
      "no date and time is read at the beginning of '\(line.text.prefix(60))'. \(advice)")
  }
}

extension TimeSource: CustomStringConvertible {
  var description: String {
    let place = names.map { "`\($0)`" }.joined(separator: " and ")
    let how = format.map { "--format \($0)" } ?? (isGiven ? "as given" : "as it states")
    return (name == nil ? "times at the beginning of lines" : "times from \(place)")
      + " (\(how)), \(rule)"
  }
}

/// What the first thousand rows of a table hold.
private struct Sample {
  private var values: [String: [String]] = [:]
  private var rows = 0, hasDecimalCommas: Bool
  private(set) var offset: Int?

  init(_ table: some TraceRows) throws {
    var table = table
    hasDecimalCommas = table.hasDecimalCommas
    // One that is there twice is refused where it is asked for.
    let names = table.columns.filter { name in table.columns.count { $0 == name } == 1 }
    try table.choose(names)
    var fields = [TextField?](repeating: nil, count: names.count)
    while rows < 1_000, let start = try table.next(&fields) {
      (offset, rows) = (offset ?? start, rows + 1)
      for (name, field) in zip(names, fields) {
        if let field, !field.range.isEmpty { values[name, default: []].append(table.text(field)) }
      }
    }
  }

  private func texts(_ names: [String]) -> [String] {
    let texts = values[names[0]] ?? []
    return names.count == 1 ? texts : zip(texts, values[names[1]] ?? []).map { "\($0) \($1)" }
  }

  private func isConstant(_ texts: [String]) -> Bool {
    rows > 1 && texts.allSatisfy { $0 == texts[0] }
  }

  /// Whether nine of ten rows have it, and not all the same.
  func varies(_ name: String) -> Bool {
    texts([name]).count * 10 >= rows * 9 && !isConstant(texts([name]))
  }

  func rule(_ names: [String], isGiven: Bool) -> TimeRule? {
    let texts = texts(names), name = TimeName(names.last ?? "")
    if reads(.dates, texts) { return TimeRule(.dates) }
    guard isGiven || name.meansTime else { return nil }
    if let unit = name.unit {
      return reads(.number(unit), texts, 5) ? TimeRule(.number(unit)) : nil
    }
    return epoch(texts).map { TimeRule(.number($0)) }
  }

  /// Whether it reads so many of ten.
  private func reads(_ notation: TimeRule.Notation, _ texts: [String], _ share: Int = 9) -> Bool {
    var rule = TimeRule(notation)
    rule.hasDecimalCommas = hasDecimalCommas
    let count = texts.count { if case .time = rule.read($0) { true } else { false } }
    return count > 0 && count * 10 >= texts.count * share
  }

  /// The unit of numbers since 1970. None if most steps are over a minute: then they may be as many
  /// microseconds since a start.
  private func epoch(_ texts: [String]) -> TimeUnit? {
    let numbers = texts.compactMap(Double.init)
    guard numbers.count * 10 >= texts.count * 9, let least = numbers.min(), let most = numbers.max()
    else { return nil }
    let unit = [TimeUnit.s, .ms, .us, .ns].first {
      1e18 <= least * $0.nanoseconds && most * $0.nanoseconds < 1e19
    }
    let steps = zip(numbers, numbers.dropFirst()).map { abs($1 - $0) }.sorted()
    return unit.flatMap {
      steps.isEmpty || steps[steps.count / 2] * $0.nanoseconds < 60e9 ? $0 : nil
    }
  }

  /// What would read a column.
  func hint(_ names: [String]) -> String? {
    let texts = texts(names), option = "--time-column \(quoted(names.joined(separator: ",")))"
    guard let first = texts.first else { return nil }
    let patterns = TimePattern.proposals { reads(.pattern($0), texts) }
    if !patterns.isEmpty {
      return "'\(first)': give \(option) --time-pattern \(TimeSource.list(patterns, " or "))."
    }
    guard names.count == 1, TimeName(names[0]).meansTime || names[0] == "1", Double(first) != nil
    else { return nil }
    return isConstant(texts)
      ? "it is always '\(first)': its times have too few digits."
      : "'\(first)': its unit is not known. Give \(option) --time-unit s, ms, us or ns."
  }

  /// Why no column states its times.
  func failure(_ columns: [String]) -> TextFailure {
    if rows == 0 { return TextFailure(nil, "it has a header and no rows.") }
    let date = columns.first { TimeName($0).isDate }
    let clock = columns.first { texts([$0]).first?.contains(/^\d{1,2}:\d\d/) ?? false }
    for name in columns {
      let texts = texts([name])
      guard reads(.dates, texts) else { continue }
      return TextFailure(
        offset, column: name,
        isConstant(texts)
          ? "its times are all equal."
          : "only \(texts.count) of \(rows) rows have a time. Give --time-column \(quoted(name)).")
    }
    if let date, let clock, date != clock {
      let advice = reads(.dates, texts([date, clock])) ? nil : hint([date, clock])
      return TextFailure(offset, advice ?? "give --time-column \(quoted("\(date),\(clock)")).")
    }
    for name in columns.filter({ TimeName($0).meansTime }) + columns {
      if let hint = hint([name]) { return TextFailure(offset, column: name, hint) }
    }
    return TextFailure(
      0,
      "no column has times"
        + (columns.contains { $0.first?.isNumber ?? false }
          ? "; without a header, give --no-header --time-column 1" : "")
        + ". Give --time-column, one of: \(TimeSource.list(columns)).")
  }
}

/// What the name of a column says of it.
struct TimeName {
  let unit: TimeUnit?
  private let words: [String]

  private static let durations: Set = [
    "response", "wait", "waiting", "service", "cpu", "run", "load", "elapsed", "duration", "round",
    "trip", "request", "processing", "execution", "connect", "latency", "reaction", "idle", "think",
  ]

  init(_ name: String) {
    let words = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
    unit = words.count > 1 ? words.last.flatMap(TimeUnit.init(word:)) : nil
    self.words = unit == nil ? words : words.dropLast()
  }

  /// Whether it is or ends in a word for times, and in none for how long something took.
  var meansTime: Bool {
    let name = words.joined(), last = words.last ?? ""
    return name != "update" && Self.durations.isDisjoint(with: words + [String(name.dropLast(4))])
      && (last == "ts" || last == "at" || name.hasSuffix("edat")
        || ["time", "timestamp", "date", "epoch", "zeit"].contains(where: name.hasSuffix))
  }

  var isDate: Bool {
    !words.contains("time") && ["date", "datum", "day", "tag"].contains(words.last)
  }
}

/// As a shell takes it.
func quoted(_ text: String) -> String { text.contains(/[^\w,.:@\/-]/) ? "'\(text)'" : text }
