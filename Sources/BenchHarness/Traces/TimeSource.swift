/// Where the times of a recording are and how they are written, as detected or as given by the user.
struct TimeSource {
  /// The column of the times, or those of their date and time of day; a single "" for lines.
  let names: [String]
  var rule: TimeRule
  let isGiven: Bool
  private let format: String?

  init(_ rows: RecordedRows, _ options: TraceOptions) throws {
    let sample = try Sample(rows), given = options.form
    let column = options.timeColumn ?? options.format?.column
    isGiven = given != nil || column != nil
    format = options.format?.name
    if rows.isLines {
      names = [""]
    } else if let column {
      let given = rows.columns.contains(column) ? [column[...]] : column.split(separator: ",")
      names = try given.map { try rows.column("\($0)") }
    } else if given != nil {
      // Only the first column, if its name means a time; JSON members have no order.
      names = try rows.columns.prefix(rows.isJSON ? 0 : 1).filter { TimeName($0).meansTime }
        .map(rows.column)
    } else {
      names = rows.columns.filter { name in
        // JSON members count up to two levels deep.
        (!rows.isJSON || name.count { $0 == "." } < 2)
          && (options.isOwn || sample.varies(name)) && sample.form([name], isGiven: false) != nil
      }
      guard names.count <= 1 else {
        throw TextFailure(
          0, "several columns have times: \(Self.list(names)). Give --time-column with one.")
      }
    }
    guard !names.isEmpty, let form = given ?? sample.form(names, isGiven: column != nil) else {
      throw sample.refusal(names)
    }
    // Refuses a pattern such as 'ms', which would be read as a unit.
    if let pattern = options.timePattern { _ = try TimePattern.of(pattern) }
    rule = try TimeRule(form, behind: options.format?.prefix ?? "", of: rows)
    if rule.isClock, names.count == 1, let date = rows.columns.first(where: { TimeName($0).isDate })
    {
      let both = quoted("\(date),\(names[0])")
      throw TextFailure(
        0, "the dates of `\(names[0])` are in `\(date)`. Give --time-column \(both).")
    }
  }

  var name: String? { names == [""] ? nil : names.joined(separator: ",") }

  static func list(_ names: [String], _ separator: String = ", ") -> String {
    names.prefix(20).map { "'\($0)'" }.joined(separator: separator) + (names.count > 20 ? " …" : "")
  }
}

extension TimeSource: CustomStringConvertible {
  var description: String {
    let place = names.map { "`\($0)`" }.joined(separator: " and ")
    let how = format.map { "--format \($0)" } ?? (isGiven ? "as given" : "as stated")
    return (name == nil ? "times at the beginning of lines" : "times from \(place)")
      + " (\(how)), \(rule)"
  }
}

/// The values in the first thousand rows.
private struct Sample {
  private let rows: RecordedRows
  private let values: [String: [String]]
  private let offset: Int?, count: Int

  init(_ rows: RecordedRows) throws {
    // Fewer rows of very many columns, which JSON may have.
    let most = min(1_000, 1 + 1_000_000 / max(1, rows.columns.count))
    let next = rows.reading(rows.columns), sample = try (0..<most).compactMap { _ in try next() }
    (self.rows, offset, count) = (rows, sample.first?.offset, sample.count)
    let columns = rows.columns.indices.map { place in sample.map { $0.fields[place] ?? "" } }
    // Columns with the same name get no values; `RecordedRows.column` rejects them.
    values = Dictionary(zip(rows.columns, columns)) { _, _ in [] }
  }

  /// The values of a column, or of two joined by a space, from the rows that have them.
  private func texts(_ names: [String]) -> [String] {
    let first = values[names[0]] ?? []
    guard names.count > 1 else { return first.filter { !$0.isEmpty } }
    return zip(first, values[names[1]] ?? []).filter { !$0.isEmpty && !$1.isEmpty }
      .map { "\($0) \($1)" }
  }

  private func isConstant(_ texts: [String]) -> Bool {
    count > 1 && texts.allSatisfy { $0 == texts[0] }
  }

  /// Whether at least nine in ten rows have a value in the column, and the values differ.
  func varies(_ name: String) -> Bool {
    let texts = texts([name])
    return texts.count * 10 >= count * 9 && !isConstant(texts)
  }

  /// The share of `texts` in which `form` finds a time.
  private func share(
    _ form: String, behind place: String = "", _ texts: some Collection<String>
  ) -> Double {
    guard var rule = try? TimeRule(form, behind: place, of: rows) else { return 0 }
    let read = texts.count { (try? rule.read($0)) != nil }
    return read == 0 ? 0 : Double(read) / Double(texts.count)
  }

  /// How the times of a column, or of lines, are written; nil if that is not evident.
  func form(_ names: [String], isGiven: Bool) -> String? {
    let texts = texts(names), name = TimeName(names.last ?? "")
    if share(TimeRule.dates, texts) >= least { return TimeRule.dates }
    guard isGiven || name.meansTime else { return nil }
    guard let unit = name.unit?.rawValue else { return epoch(texts)?.rawValue }
    return share(unit, texts) >= 0.5 ? unit : nil
  }

  private var least: Double { rows.isLines ? 0.5 : 0.9 }

  /// The unit of numbers since 1970. Nil if half the steps are over a minute: they may be microseconds since a start.
  private func epoch(_ texts: [String]) -> TimeUnit? {
    let numbers = texts.compactMap(Double.init).sorted()
    guard numbers.count * 10 >= texts.count * 9, let first = numbers.first, let last = numbers.last
    else { return nil }
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.sorted()
    let step = steps.isEmpty ? 0 : steps[steps.count / 2]
    return TimeUnit.allCases.first { unit in
      let size = unit.nanoseconds
      return 1e18 <= first * size && last * size < 1e19 && step * size < 60e9
    }
  }

  /// Which options would read the column or the lines, as a sentence; nil if none would.
  private func advice(_ names: [String]) -> String? {
    let texts = texts(names), first = texts.first ?? "", sample = texts.prefix(100)
    let option = rows.isLines ? "" : "--time-column \(quoted(names.joined(separator: ","))) "
    let intervals = rows.isLines ? ", with --intervals if each counts from the row above." : "."
    let isDate = share(TimeRule.dates, sample) >= 0.9
    let isNumber = share("s", sample) >= least
    if isDate, !isConstant(texts) {
      return "\(texts.count) of \(count) rows have a time: give \(option.dropLast())."
    }
    let format = RecordedFormat.all.first { format in
      // Any time of day would pass for pcap.
      rows.isLines && !isNumber && !format.isJSON && format.name != "pcap"
        && share(format.form, behind: format.prefix, sample) * (format.skipsOthers ? 10 : 1) >= 0.5
    }
    if let format { return "it looks like \(format.name): give --format \(format.name)." }
    let forms = TimePattern.usual.lazy.filter { share($0, sample) >= least }.prefix(3)
    if let form = forms.first, !isDate {
      // Several if only the user knows which is right, such as day/month and month/day.
      let list = TimeSource.list(Array(forms.prefix(form.contains(/^%[md]\//) ? 3 : 1)), " or ")
      let isField = rows.isLines && form.hasPrefix("%Y-")
      return "'\(first.prefix(60))': give \(option)--time-pattern \(list)"
        + (isField
          ? " with what follows, or --no-header --time-column 1."
          : form.contains("%d") ? "." : intervals)
    }
    guard isDate || isNumber && (rows.isLines || TimeName(names[0]).meansTime || names[0] == "1")
    else { return nil }
    return isConstant(texts)
      ? "it is always '\(first)': its times have too few digits."
      : "'\(first.prefix(60))': its unit is unknown. Give \(option)--time-unit s, ms, us or ns\(intervals)"
  }

  /// Why no times can be read from these columns, or from any column if `names` is empty.
  func refusal(_ names: [String]) -> TextFailure {
    let columns = rows.columns
    if count == 0 { return TextFailure(nil, "it has a header and no rows.") }
    let clock = columns.first { texts([$0]).first?.contains(/^\d{1,2}:\d\d/) ?? false }
    let pair = [columns.first { TimeName($0).isDate }, clock].compactMap { $0 }
    let named = columns.filter { TimeName($0).meansTime }
    let all = (Set(pair).count == 2 ? [pair] : []) + (named + columns).map { [$0] }
    for names in names.isEmpty ? all : [names] {
      guard let advice = advice(names) else { continue }
      let name = rows.isLines ? nil : names.joined(separator: ",")
      return TextFailure(offset, column: name, advice)
    }
    guard rows.isLines else {
      return TextFailure(
        0,
        "no column has readable times. Give --time-column, one of: \(TimeSource.list(columns)); "
          + "without a header, --no-header --time-column 1.")
    }
    let start = texts([""]).first?.prefix(60) ?? ""
    return TextFailure(
      offset,
      "there is no readable time at the beginning of '\(start)'. Give --time-pattern, as '%d.%m.%Y %H:%M:%S', "
        + "or --format with one of \(RecordedFormat.names). Or cut the first date out of each line: "
        + #"perl -ne 'print "$&\n" if /\d{4}-[\d-]+[T ][\d:.]+( [AP]M)?/' FILE | bench … --trace -"#
    )
  }
}

struct TimeName {
  let unit: TimeUnit?
  /// Whether the name ends in a word for a time, such as `ts`, and has none for a duration, such as `latency`.
  let meansTime: Bool
  let isDate: Bool

  private static let durations: Set = [
    "response", "wait", "waiting", "service", "cpu", "run", "load", "elapsed", "duration", "round",
    "trip", "request", "processing", "execution", "connect", "latency", "reaction", "idle", "think",
  ]

  init(_ name: String) {
    var words = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
    unit = words.count > 1 ? words.last.flatMap(TimeUnit.init(word:)) : nil
    if unit != nil { words.removeLast() }
    let name = words.joined(), last = words.last ?? ""
    meansTime =
      (name.contains(/(time|timestamp|date|epoch|zeit|edat)$/) && name != "update"
        || ["ts", "at"].contains(last))
      && Self.durations.isDisjoint(with: words + [String(name.dropLast(4))])
    isDate = !words.contains("time") && ["date", "datum", "day", "tag"].contains(last)
  }
}

/// Quotes `text` for a shell if needed.
func quoted(_ text: String) -> String { text.contains(/[^\w,.:@\/-]/) ? "'\(text)'" : text }
