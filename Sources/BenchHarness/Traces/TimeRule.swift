import Foundation

/// The notation of all times of a recording, and the state of reading them.
struct TimeRule {
  /// The unit of times that are numbers; nil for other times, which are read by the first pattern that fits.
  private let unit: TimeUnit?
  private var patterns: [TimePattern]
  /// What precedes the time in a line; nil if the line begins with its time, bare or in a bracket.
  private let prefix: Regex<AnyRegexOutput>?
  private let isLine: Bool, hasDecimalCommas: Bool
  /// How many midnights, or new years, the times have passed.
  private(set) var periods: Int64 = 0
  private var shape: [UInt8] = [], hasZone: Bool?, last: Int64 = 0

  /// Text that, right after a time, is an unread part of that time. Safe to share: the literal runs no code of ours.
  nonisolated(unsafe) private static let remainder =
    /[A-Za-z0-9]+|[-+\/.:,]\d+|\ +(?:[AaPp]\.?\s?[Mm]\b|[+-]\d\d:?\d\d\b|(?:GMT|CES?T|[ECMP][SD]T|BST|[IJM]ST|MSK|WES?T|EES?T|A[EC][SD]T)\b)/

  /// Nanoseconds. The difference of two times within this distance from 0 does not overflow.
  static let limit: Int64 = 4_600_000_000_000_000_000

  /// The form of dates with times of day, in any notation of ``TimePattern/dates``.
  static let dates = "dates"

  /// `form` is a unit, a pattern or ``dates``; `place` is a regular expression for what precedes a time, or empty.
  init(_ form: String, behind place: String = "", of rows: RecordedRows) throws {
    unit = TimeUnit(rawValue: form)
    patterns =
      try form == Self.dates ? TimePattern.dates : unit == nil ? [TimePattern.of(form)] : []
    prefix = try place.isEmpty ? nil : Regex(place)
    (isLine, hasDecimalCommas) = (rows.isLines, rows.hasDecimalCommas)
  }

  var isNumber: Bool { unit != nil }
  /// Whether the times are times of day, without a date.
  var isClock: Bool { patterns.first.map { !$0.hasDay } ?? false }
  private var isDate: Bool { patterns.count > 1 }

  /// The time of a field or a line; nil if there is none.
  /// - Throws: if part of the time is left unread, or the time is not written like the earlier ones.
  mutating func read(_ text: String) throws -> Int64? {
    // A line may be long; its time is near the start.
    let text = isLine ? String(decoding: text.utf8.prefix(400), as: UTF8.self) : text
    let starts = starts(Self.plain(text))
    for start in starts {
      guard let reading = reading(start) else { continue }
      if let rest = unread(reading) {
        throw TextFailure(nil, "'\(rest)' is not part of the time.")
      }
      guard hasZone ?? reading.hasZone == reading.hasZone else {
        throw TextFailure(nil, "some times have a zone, others do not.")
      }
      if shape.isEmpty {
        shape = start.utf8.dropLast(reading.rest.utf8.count).map(Self.shape)
      }
      hasZone = reading.hasZone
      return counted(reading.nanoseconds)
    }
    // A text with the shape of earlier times does have one: for example, a day over 12 that was taken for a month.
    if !isNumber, !shape.isEmpty,
      starts.contains(where: { $0.utf8.lazy.map(Self.shape).starts(with: shape) })
    {
      throw TextFailure(nil, "it is not a time like the others.")
    }
    return nil
  }

  private static func shape(_ byte: UInt8) -> UInt8 { byte.isDigit ? UInt8(ascii: "0") : byte }

  /// Removes terminal colours and format characters, such as direction marks, and turns all blanks into spaces.
  private static func plain(_ text: String) -> Substring {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 >= 0x80 }) else { return text[...] }
    var plain = String.UnicodeScalarView(), isColour = false
    for scalar in text.unicodeScalars {
      isColour = isColour || scalar == "\u{1B}"
      switch scalar.properties.generalCategory {
      // An escape sequence ends with a letter.
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

  /// Adds the midnights or new years passed so far to `time`, in nanoseconds; nil if it is beyond ``limit``.
  private mutating func counted(_ time: Int64) -> Int64? {
    guard -Self.limit...Self.limit ~= time else { return nil }
    guard let pattern = patterns.first, !pattern.hasYear else { return time }
    let period = pattern.hasDay ? 365 * TimePattern.day : TimePattern.day
    // A step back of more than half a period counts as midnight or new year.
    if time + periods * period < last - period / 2, periods < 100 { periods += 1 }
    let late = time + (periods - 1) * period
    if periods > 0, late <= last, last - late < period / 24 { return late }
    last = max(last, time + periods * period)
    return time + periods * period
  }

  /// What follows a reading and belongs to its date, time or zone; nil if nothing does.
  private func unread(_ reading: TimeReading) -> Substring? {
    var rest = reading.rest
    if let unit, rest.hasPrefix(unit.rawValue) { rest = rest.dropFirst(unit.rawValue.count) }
    guard isLine else { return rest.isEmpty ? nil : rest }
    let next = rest.first ?? ","
    // A comma may be followed by decimals or by the next field.
    if isDate, reading.point == UInt8(ascii: ","), ",;".contains(next) { return "," }
    let isField = isNumber && " \t".contains(next) || reading.point != nil && next == ","
    return isField ? nil : rest.prefixMatch(of: Self.remainder)?.0
  }
}

extension TimeRule: CustomStringConvertible {
  var description: String { unit?.word ?? (isDate ? "dates with times" : "as \(patterns[0].text)") }

  /// The first and the last time for messages, with the date if it is known.
  func moments(_ first: Int64, _ last: Int64) -> String {
    // Numbers of 10^9 seconds or more count from 1970.
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
