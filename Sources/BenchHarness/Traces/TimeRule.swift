import Foundation

/// The one way in which the times of a recording are written, and how far it was read.
struct TimeRule {
  /// Of numbers; without one, the first pattern that fits is read.
  private let unit: TimeUnit?
  private var patterns: [TimePattern]
  /// What a time stands behind in a line; nil if it begins with its time, bare or in a bracket.
  private let prefix: Regex<AnyRegexOutput>?
  private let isLine: Bool, hasDecimalCommas: Bool
  /// Midnights, or new years, that were passed.
  private(set) var periods: Int64 = 0
  private var shape: [UInt8] = [], hasZone: Bool?, last: Int64 = 0

  /// What is part of a time that was not read if it follows one. A literal without code of ours may be shared.
  nonisolated(unsafe) private static let remainder =
    /[A-Za-z0-9]+|[-+\/.:,]\d+|\ +(?:[AaPp]\.?\s?[Mm]\b|[+-]\d\d:?\d\d\b|(?:GMT|CES?T|[ECMP][SD]T|BST|[IJM]ST|MSK|WES?T|EES?T|A[EC][SD]T)\b)/

  /// Nanoseconds. Two times that are no further from 0 have a difference.
  static let limit: Int64 = 4_600_000_000_000_000_000

  /// For dates with times of day, whatever their notation.
  static let dates = "dates"

  /// As `form` says: a unit, a pattern or ``dates``; behind a regular expression.
  init(_ form: String, behind place: String = "", of rows: RecordedRows) throws {
    unit = TimeUnit(rawValue: form)
    patterns =
      try form == Self.dates ? TimePattern.dates : unit == nil ? [TimePattern.of(form)] : []
    prefix = try place.isEmpty ? nil : Regex(place)
    (isLine, hasDecimalCommas) = (rows.isLines, rows.hasDecimalCommas)
  }

  var isNumber: Bool { unit != nil }
  /// Whether its times name no day.
  var isClock: Bool { patterns.first.map { !$0.hasDay } ?? false }
  private var isDate: Bool { patterns.count > 1 }

  /// The time of a field or a line; nil for none.
  /// - Throws: if something of a time is left, or the time is not written as the others.
  mutating func read(_ text: String) throws -> Int64? {
    // Lines may be long.
    let text = isLine ? String(decoding: text.utf8.prefix(400), as: UTF8.self) : text
    let starts = starts(Self.plain(text))
    for start in starts {
      guard let reading = reading(start) else { continue }
      if let rest = unread(reading) {
        throw TextFailure(nil, "'\(rest)' is left beside the time.")
      }
      guard hasZone ?? reading.hasZone == reading.hasZone else {
        throw TextFailure(nil, "some times have a zone, some have none.")
      }
      if shape.isEmpty {
        shape = start.utf8.dropLast(reading.rest.utf8.count).map(Self.shape)
      }
      hasZone = reading.hasZone
      return counted(reading.nanoseconds)
    }
    // A day beyond the twelfth that was read as a month is not a line without a time.
    if !isNumber, !shape.isEmpty,
      starts.contains(where: { $0.utf8.lazy.map(Self.shape).starts(with: shape) })
    {
      throw TextFailure(nil, "this is no time as the others are.")
    }
    return nil
  }

  private static func shape(_ byte: UInt8) -> UInt8 { byte.isDigit ? UInt8(ascii: "0") : byte }

  /// Without colours of a terminal and marks of direction, and with common blanks.
  private static func plain(_ text: String) -> Substring {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 >= 0x80 }) else { return text[...] }
    var plain = String.UnicodeScalarView(), isColour = false
    for scalar in text.unicodeScalars {
      isColour = isColour || scalar == "\u{1B}"
      switch scalar.properties.generalCategory {
      // The letter at its end.
      case _ where isColour: isColour = !scalar.properties.isAlphabetic
      case .format: break
      case .spaceSeparator: plain.append(" ")
      default: plain.append(scalar)
      }
    }
    return String(plain)[...]
  }

  private func starts(_ text: Substring) -> [Substring] {
    if let prefix {
      return text.prefixMatch(of: prefix).map { [text[$0.range.upperBound...]] } ?? []
    }
    let start = Substring(text.utf8.drop { " \t".utf8.contains($0) })
    guard isLine, let first = start.first, "[(<".contains(first) else { return [start] }
    return [start, start.dropFirst().drop { $0 == " " }]
  }

  private mutating func reading(_ text: Substring) -> TimeReading? {
    if let unit { return TimeReading(number: text, unit, comma: hasDecimalCommas) }
    for number in patterns.indices {
      if let reading = patterns[number].read(text) { return isDate ? reading.zoned : reading }
    }
    return nil
  }

  /// Nanoseconds that ascend past midnight or new year; nil for what is too far from others.
  private mutating func counted(_ time: Int64) -> Int64? {
    guard -Self.limit...Self.limit ~= time else { return nil }
    guard let pattern = patterns.first, !pattern.hasYear else { return time }
    let period = pattern.hasDay ? 365 * TimePattern.day : TimePattern.day
    // A step back of more than half a period is taken for midnight, or for new year.
    if time + periods * period < last - period / 2, periods < 100 { periods += 1 }
    let late = time + (periods - 1) * period
    if periods > 0, late <= last, last - late < period / 24 { return late }
    last = max(last, time + periods * period)
    return time + periods * period
  }

  /// Digits or letters of a date or a zone beside a time.
  private func unread(_ reading: TimeReading) -> Substring? {
    var rest = reading.rest
    if let unit, rest.hasPrefix(unit.rawValue) { rest = rest.dropFirst(unit.rawValue.count) }
    guard isLine else { return rest.isEmpty ? nil : rest }
    let next = rest.first ?? ","
    // Behind a comma, there may be decimals or the next field.
    if isDate, reading.point == UInt8(ascii: ","), ",;".contains(next) { return "," }
    let isField = isNumber && " \t".contains(next) || reading.point != nil && next == ","
    return isField ? nil : rest.prefixMatch(of: Self.remainder)?.0
  }
}

extension TimeRule: CustomStringConvertible {
  var description: String { unit?.word ?? (isDate ? "dates with times" : "as \(patterns[0].text)") }

  /// The first and the last time, for people: as a date where the day is known.
  func moments(_ first: Int64, _ last: Int64) -> String {
    // Numbers from 10^9 seconds on count from 1970.
    if isNumber, first < 1_000_000_000_000_000_000 {
      return String(format: "%.9g s to %.9g s", Double(first) / 1e9, Double(last) / 1e9)
    }
    let hasYear = patterns.first?.hasYear ?? true
    func text(_ time: Int64) -> String {
      let (seconds, decimals) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
      let yearStart = patterns.first?.yearStart ?? 0
      let date = Date(timeIntervalSince1970: Double(yearStart + Int(seconds)))
      return "\(date)".prefix(19).dropFirst(isClock ? 11 : hasYear ? 0 : 5)
        + String(format: ".%09lld", abs(decimals)).replacing(/\.?0+$/, with: "")
    }
    return "\(text(first)) to \(text(last))" + (isNumber || hasZone == true ? " UTC" : "")
  }
}
