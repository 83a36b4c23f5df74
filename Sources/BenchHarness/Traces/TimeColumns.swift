/// The columns that are the time together, as a date and a time of day, and what reads them.
struct TimeColumns {
  /// One without a name is a line of text.
  private(set) var names: [String]
  private(set) var times: TraceTimes

  /// Usual names of times and of dates beside them, in small letters, without a unit.
  private static let usual = [
    "time", "timestamp", "ts", "datetime", "eventtime", "starttime", "createdat", "at",
    "realtimetimestamp", "date", "elapsed",
  ]
  private static let dates = ["date", "month", "day"]

  /// The column that was given, or the first with a usual name that has times in it; with the date, if
  /// that stands beside it.
  /// - Throws: ``TextFailure``.
  init<Rows: TraceRows>(_ given: String?, in rows: Rows, _ options: TraceOptions) throws {
    let usual = (given ?? rows.times?.column).map { [$0] } ?? Self.usual(rows.columns)
    guard let first = usual.first else { throw Self.failure(rows, options) }
    for name in usual {
      self = try Self([name], in: rows, options)
      let names = rows.columns.filter { $0 == name || Self.dates.contains($0.lowercased()) }
      if !times.namesDay, names.count > 1 {
        let all = try Self(names, in: rows, options)
        if all.times.namesDay, all.times.readCount >= times.readCount { self = all }
      }
      if times.readCount > 0 { return }
    }
    self = try Self([first], in: rows, options)
  }

  private init<Rows: TraceRows>(
    _ names: [String], in rows: Rows, _ options: TraceOptions
  ) throws {
    self.names = names
    times = TraceTimes(
      unit: options.timeUnit ?? (names[0] == rows.times?.column ? rows.times?.unit : nil),
      pattern: options.timePattern, likely: Self.unit(names.last ?? ""), isLine: names == [""],
      hasDecimalCommas: rows.hasDecimalCommas)
    var rows = rows
    try rows.choose(names, name: options.name)
    var fields = [TextField?](repeating: nil, count: names.count)
    // Up to a row that cannot be read: whoever reads all says what is wrong with it.
    for _ in 0..<10_000 {
      guard times.readCount < 1_000, let row = try? rows.next(&fields), row >= 0 else { return }
      if let (bytes, range) = text(fields, rows) { times.consider(bytes, range) }
    }
  }

  private static func failure<Rows: TraceRows>(_ rows: Rows, _ options: TraceOptions) -> TextFailure
  {
    let isData = rows.columns.contains { Double($0) != nil } && options.hasHeader
    guard rows.columns.count > 1 || isData || !(rows is CSVRows) else {
      return TextFailure(
        nil, "no line has a time that is known. Give --time-pattern, as '%d.%m.%Y %H:%M:%S'.")
    }
    return TextFailure(
      0,
      "there is no column of times. Give --time-column, one of: \(list(rows.columns))."
        + (isData ? " If that is data, not a header, give --no-header and --time-column 1." : ""))
  }

  /// The name for messages; nil of lines.
  var name: String? { names == [""] ? nil : names.joined(separator: " ") }

  static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The time of a row; else, where there is something, why it is none.
  mutating func read<Rows: TraceRows>(
    _ fields: [TextField?], _ rows: Rows
  ) -> (time: Int64?, cause: String?) {
    guard let (bytes, range) = text(fields, rows) else { return (nil, nil) }
    if let time = times.read(bytes, range) { return (time, nil) }
    return (nil, name == nil ? nil : times.cause(bytes, range))
  }

  /// Where the time stands, or, of several columns, a text of all; nil where one is empty.
  private func text<Rows: TraceRows>(
    _ fields: [TextField?], _ rows: Rows
  ) -> (bytes: [UInt8], range: Range<Int>)? {
    guard names.count > 1 else {
      return fields[0].flatMap { $0.range.isEmpty ? nil : (rows.bytes, $0.range) }
    }
    let ranges = fields.prefix(names.count).compactMap { $0?.range }.filter { !$0.isEmpty }
    guard ranges.count == names.count else { return nil }
    let text = ranges.map { range in
      // A date of digits, whose first was lost where it was taken for a number.
      let text = String(decoding: rows.bytes[range], as: UTF8.self)
      return text.count == 5 && text.allSatisfy(\.isNumber) ? "0" + text : text
    }.joined(separator: " ")
    return (Array(text.utf8), 0..<text.utf8.count)
  }

  /// Those of `names` that are usual, the likeliest first, and larger units before smaller ones.
  static func usual(_ names: [String]) -> [String] {
    let stems = names.map { (words($0).dropLast(unit($0) == nil ? 0 : 1).joined(), unit($0)) }
    return usual.flatMap { stem in
      [TimeUnit?.some(.s), .ms, .us, .ns, nil].flatMap { unit in
        names.indices.filter { stems[$0] == (stem, unit) }.map { names[$0] }
      }
    }
  }

  /// The unit at the end of a name, as of `Time [s]`, `time(ms)` and `startUs`.
  private static func unit(_ name: String) -> TimeUnit? {
    let words = words(name)
    return words.count > 1 ? words.last.flatMap(TimeUnit.init(word:)) : nil
  }

  private static func words(_ name: String) -> [String] {
    name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.lowercased()
      .split { !$0.isLetter }.map(String.init)
  }
}

extension TimeColumns: CustomStringConvertible {
  /// Where the times are and how they are written, for people.
  var description: String {
    let place = names.map { "`\($0)`" }.joined(separator: " and ")
    return (name == nil ? "in the lines, " : "from \(place), ") + "\(times)"
  }
}
