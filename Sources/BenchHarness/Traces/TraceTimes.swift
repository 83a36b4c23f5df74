/// Reads the times of a column, which are all written like the first one.
struct TraceTimes {
  private enum Notation {
    case number(TimeUnit)
    case since1970(TimeUnit)
    case iso8601
    case clock
  }

  let column: String
  private var notation: Notation?
  private var days: Int64 = 0, last: Int64 = 0

  /// A `unit` that is nil is taken from the end of the column's name, or guessed from the first
  /// time.
  init(column: String, unit: TimeUnit?) {
    self.column = column
    let ending = column.split(separator: "_").last.flatMap { TimeUnit(rawValue: $0.lowercased()) }
    notation = (unit ?? ending).map { .number($0) }
  }

  /// The first column with a usual name for times, in capitals or not.
  static func column(among names: [String]) -> String? {
    for stem in ["time", "timestamp", "ts", "@timestamp"] {
      for known in TimeUnit.allCases.map({ "\(stem)_\($0.rawValue)" }) + [stem] {
        if let name = names.first(where: { $0.lowercased() == known }) { return name }
      }
    }
    return nil
  }

  /// The time in nanoseconds, since 1970 or whatever else the column counts from. `offset` is that
  /// of its row.
  /// - Throws: ``TextFailure``.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>, at offset: Int) throws -> Int64 {
    let text = TimeText(bytes, range)
    let notation = try notation ?? guess(text, offset)
    self.notation = notation
    let time: Int64?
    switch notation {
    case .number(let unit), .since1970(let unit): time = text.decimal(inUnitsOf: unit)
    case .iso8601: time = text.date
    case .clock: time = text.timeOfDay.map { later($0) }
    }
    guard let time else { throw failure(text, offset) }
    guard time != .max else {
      throw TextFailure(offset, column: column, "'\(text)' is too large for a time.")
    }
    guard time >= 0 else { throw TextFailure(offset, column: column, "'\(text)' is negative.") }
    return time
  }

  /// A step back of more than half a day is taken for midnight.
  private mutating func later(_ time: Int64) -> Int64 {
    let day: Int64 = 86_400_000_000_000
    if time + days * day < last - day / 2, days < 100_000 { days += 1 }
    last = time + days * day
    return last
  }

  private func guess(_ text: TimeText, _ offset: Int) throws -> Notation {
    if text.timeOfDay != nil { return .clock }
    if text.date != nil { return .iso8601 }
    guard let number = text.decimal(inUnitsOf: .ns) else { throw failure(text, offset) }
    // As seconds: 1973 to 5138; the others up to 5138, too.
    switch number {
    case 100_000_000..<100_000_000_000: return .since1970(.s)
    case 100_000_000_000..<100_000_000_000_000: return .since1970(.ms)
    case 100_000_000_000_000..<100_000_000_000_000_000: return .since1970(.us)
    case 100_000_000_000_000_000...: return .since1970(.ns)
    default:
      throw TextFailure(
        offset, column: column, "its unit is not known. Give --time-unit s, ms, us or ns.")
    }
  }

  private func failure(_ text: TimeText, _ offset: Int) -> TextFailure {
    let cause =
      switch notation {
      case _ where "\(text)".contains("\0"): "it has a NUL character inside."
      case .number, .since1970:
        "'\(text)' is not a \("\(text)".lowercased().hasPrefix("0x") ? "decimal " : "")number."
      case .iso8601: "'\(text)' is not an ISO 8601 time, as the first one is."
      case .clock: "'\(text)' is not a time as HH:MM:SS, as the first one is."
      case nil:
        "'\(text)' is not a time. Give decimal numbers, ISO 8601 as in 2026-05-01T12:30:00.5Z, "
          + "and HH:MM:SS.mmm."
      }
    return TextFailure(offset, column: column, cause)
  }
}

extension TraceTimes: CustomStringConvertible {
  /// How the times are written, for people.
  var description: String {
    switch notation {
    case .number(let unit): unit.word
    case .since1970(let unit): "\(unit.word) since 1970"
    case .iso8601: "ISO 8601"
    case .clock, nil: "HH:MM:SS"
    }
  }
}
