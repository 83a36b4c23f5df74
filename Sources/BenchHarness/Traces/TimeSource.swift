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
      names = rows.timeColumns
      guard names.count <= 1 else {
        throw TextFailure(0, "several columns have times: \(Self.list(names)).")
      }
    }
    guard let first = rows.sample.first else {
      throw TextFailure(nil, "it has a header but no rows.")
    }
    guard !names.isEmpty, let form = given ?? rows.timeForm(names, isGiven: column != nil) else {
      let start = first.value("")?.prefix(60) ?? ""
      throw TextFailure(
        first.offset, column: names.isEmpty || rows.isLines ? nil : names.joined(separator: ","),
        rows.isLines
          ? "there is no readable time at the beginning of '\(start)'."
          : names.isEmpty
            ? "no column is known to have times: \(Self.list(rows.columns))."
            : "'\(rows.text(names, first) ?? "")': it is not clear how its times are written.")
    }
    // Rejects a pattern such as 'ms', which would be read as a unit.
    if let pattern = options.timePattern { _ = try TimePattern(pattern) }
    rule = try TimeRule(form, behind: options.format?.prefix ?? "", of: rows)
    if rule.isClock, names.count == 1, let date = rows.columns.first(where: { TimeName($0).isDate })
    {
      throw TextFailure(0, "the dates are in '\(date)'.")
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
