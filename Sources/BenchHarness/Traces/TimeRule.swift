import Foundation

/// The notation of all times of a recording, and the state of reading them.
struct TimeRule {
  /// The unit, if times are numbers; nil if they follow `pattern`.
  private let unit: TimeUnit?
  private var pattern: TimePattern?
  /// Matches the text before the time in a line; nil if the line begins with the time, possibly after a bracket.
  private let prefix: Regex<AnyRegexOutput>?
  private let isLine: Bool, isField: Bool, hasDecimalCommas: Bool
  /// How many midnights, or new years, the times have crossed.
  private(set) var periods: Int64 = 0
  /// The first time that was read, with zeros for digits; whether times have a zone; and the latest time.
  private var usual: [UInt8] = [], hasZone: Bool?, last: Int64 = 0

  /// Matches an unread part of a time, right after the part that was read. Safe to share: it runs no code of ours.
  nonisolated(unsafe) private static let remainder =
    #/
    [A-Za-z0-9]+ | [-+\/.:,]\d+
    | \ +(?: [AaPp]\.?\s?[Mm] | [+-]\d\d:?\d\d
      | GMT | CES?T | [ECMP][SD]T | BST | [IJM]ST | MSK | WES?T | EES?T | A[EC][SD]T )\b
    /#

  /// The furthest that a time may be from 0, in nanoseconds, so that subtracting two times cannot overflow.
  static let limit: Int64 = 4_600_000_000_000_000_000

  /// The difference, within this limit.
  static func limited(_ time: Int64, less other: Int64) -> Int64 {
    let (difference, isOver) = time.subtractingReportingOverflow(other)
    return isOver ? (other < 0 ? limit : -limit) : min(max(-limit, difference), limit)
  }

  /// `form` is a unit or a pattern; `place` is a regular expression for the text before a time, or empty.
  init(_ form: String, behind place: String = "", of rows: RecordedRows) throws {
    unit = TimeUnit(rawValue: form)
    pattern = try unit == nil ? TimePattern(form) : nil
    prefix = try place.isEmpty ? nil : Regex(place)
    (isLine, isField, hasDecimalCommas) = (rows.isFree, !rows.isLines, rows.hasDecimalCommas)
  }

  var isClock: Bool { pattern?.hasDay == false }
  /// Whether times are dates or times of day, not numbers.
  var isDated: Bool { pattern != nil }

  /// The time of a field or a line; nil if the text has no time.
  /// - Throws: if the time cannot be read, or only in part, or if only some of the times so far have a zone.
  mutating func read(_ text: String) throws -> Int64? {
    // A line may be long; its time is near the start.
    let text = isLine ? String(decoding: text.utf8.prefix(400), as: UTF8.self) : text
    guard let start = start(Self.plain(text)) else { return nil }
    let shape = start.utf8.lazy.map { $0.isDigit ? 0x30 : $0 }
    let number = unit.flatMap { TimeReading(number: start, $0, comma: hasDecimalCommas) }
    guard let reading = number ?? pattern?.read(start) else {
      // A line shaped like earlier times has a time that cannot be read: for example, a day over 12, taken for a month.
      let isLikely =
        isLine ? !usual.isEmpty && shape.starts(with: usual) : hasZone != nil && !text.isEmpty
      guard isLikely else { return nil }
      throw TextFailure(nil, "it is not a time like the others (\(description)).")
    }
    if reading.isRounded {
      throw TextFailure(
        nil, "it is rounded. Write times with all digits, as float_format='%.6f' does in pandas.")
    }
    if let rest = unread(reading) {
      throw TextFailure(
        nil, "'\(rest)' after the time was not read.")
    }
    guard hasZone ?? reading.hasZone == reading.hasZone else {
      throw TextFailure(nil, "some times have a zone, others do not.")
    }
    if unit == nil, usual.isEmpty { usual = Array(shape.dropLast(reading.rest.utf8.count)) }
    hasZone = reading.hasZone
    return counted(reading.nanoseconds)
  }

  /// Removes terminal colours and format characters, such as direction marks; turns non-ASCII whitespace into spaces.
  private static func plain(_ text: String) -> Substring {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 >= 0x80 }) else { return text[...] }
    var parts = text.unicodeScalars.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    for place in parts.indices.dropFirst() {
      // An escape sequence ends with a letter.
      parts[place] = parts[place].drop { !$0.properties.isAlphabetic }.dropFirst()
    }
    var plain = String.UnicodeScalarView()
    for scalar in parts.joined() where scalar.properties.generalCategory != .format {
      plain.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return String(plain)[...]
  }

  /// The text from where its time should begin; nil if the text required before the time is missing.
  private func start(_ text: Substring) -> Substring? {
    if let prefix { return text.prefixMatch(of: prefix).map { text[$0.range.upperBound...] } }
    var start = text.drop { $0 == " " || $0 == "\t" }
    // As in `ts=2026-05-01T12:30:00Z`.
    if isLine, start.first?.isLetter == true,
      let name = start.prefixMatch(of: /[A-Za-z_.]+="?/)
    {
      start = start[name.range.upperBound...]
    }
    guard isLine, let first = start.first, "[(<".contains(first), pattern?.text.first != first
    else { return start }
    return start.dropFirst().drop { $0 == " " }
  }

  /// The patterns that the times of a text may follow.
  func guesses(_ text: String) -> [String] {
    start(Self.plain(text)).map(TimePattern.guesses) ?? []
  }

  /// `time` plus a day or a year per midnight or new year crossed so far; nil if `time` is more than ``limit`` from 0.
  private mutating func counted(_ time: Int64) -> Int64? {
    guard -Self.limit...Self.limit ~= time else { return nil }
    guard let pattern, !pattern.hasYear else { return time }
    let period = pattern.hasDay ? 365 * TimePattern.day : TimePattern.day
    // A step back of more than half a period means that midnight or new year was crossed.
    if time + periods * period < last - period / 2, periods < 100 { periods += 1 }
    let late = time + (periods - 1) * period
    if periods > 0, late <= last, last - late < period / 24 { return late }
    last = max(last, time + periods * period)
    return time + periods * period
  }

  /// The text after a reading if it seems to be part of the date, time or zone, as any text in a field does; else nil.
  private func unread(_ reading: TimeReading) -> Substring? {
    var rest = reading.rest
    if let unit, rest.hasPrefix(unit.rawValue) { rest = rest.dropFirst(unit.rawValue.count) }
    guard isLine else { return rest.isEmpty ? nil : rest }
    let next = rest.first ?? (isField ? " " : ",")
    // Digits after a comma may be decimals or the next field, unless the pattern contains `,%f`.
    let isComma = reading.point == UInt8(ascii: ",") && pattern?.text.contains(",%f") != true
    if isComma, ",;".contains(next) { return "," }
    let isNext = unit != nil && " \t".contains(next) || reading.point != nil && next == ","
    return isNext ? nil : rest.prefixMatch(of: Self.remainder)?.0
  }

  var description: String {
    unit.map { $0.word + (hasDecimalCommas ? ", commas as decimal points" : "") }
      ?? "as \(pattern?.text ?? "")"
  }

  /// The text of `time` for messages, with the date if it is known.
  func moment(_ time: Int64) -> String {
    let seconds = Double(time) / 1e9
    // Numbers of 10^9 seconds or more count as times since 1970.
    if unit != nil, seconds < 1e9 { return String(format: "%.9g s", seconds) }
    let whole = time / 1_000_000_000 + (pattern?.yearStart ?? 0)
    return "\(Date(timeIntervalSince1970: Double(whole)))".prefix(19)
      .dropFirst(isClock ? 11 : pattern?.hasYear ?? true ? 0 : 5)
      + String(format: ".%09lld", abs(time % 1_000_000_000)).replacing(/\.?0+$/, with: "")
      + (unit != nil || hasZone == true ? "Z" : "")
  }
}
