import CBenchPlatform
import Foundation

/// The one way in which the times of a recording are written, and how far it was read.
struct TimeRule {
  /// Of numbers; without one, the first pattern that fits is read.
  private let unit: TimeUnit?
  private var patterns: [TimePattern]
  /// Whether a time is what a line begins with, bare or in a bracket, or what stands behind `prefix`.
  var isLine = false, prefix: Regex<AnyRegexOutput>?
  var hasDecimalCommas = false
  /// Midnights, or new years, that were passed.
  private(set) var periods: Int64 = 0
  private var shape: [UInt8] = [], hasZone: Bool?, last: Int64 = 0

  /// What is part of a time that was not read if it follows one. A literal without code of ours may be shared.
  nonisolated(unsafe) private static let remainder =
    /[A-Za-z0-9]+|[-+\/.:,]\d+|\ +(?:[AaPp]\.?\s?[Mm]\b|[+-]\d\d:?\d\d\b|(?:GMT|CES?T|[ECMP][SD]T|BST|[IJM]ST|MSK|WES?T|EES?T|A[EC][SD]T)\b)/

  /// Nanoseconds. Two times that are no further from 0 have a difference.
  static let limit: Int64 = 4_600_000_000_000_000_000

  init() { (unit, patterns) = (nil, TimePattern.dates) }
  init(_ unit: TimeUnit) { (self.unit, patterns) = (unit, []) }
  init(_ pattern: TimePattern) { (unit, patterns) = (nil, [pattern]) }

  var isNumber: Bool { unit != nil }
  /// Whether its times name no day.
  var isClock: Bool { patterns.first.map { !$0.hasDay } ?? false }

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

  private static func shape(_ byte: UInt8) -> UInt8 { 0x30...0x39 ~= byte ? 0x30 : byte }

  /// Without colours of a terminal and marks of direction, and with common blanks.
  private static func plain(_ text: String) -> Substring {
    guard text.utf8.contains(where: { $0 == 0x1B || $0 >= 0x80 }) else { return text[...] }
    var plain = "".unicodeScalars, isColour = false
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      if scalar == "\u{1B}" { isColour = true }
      if !isColour, category != .format { plain.append(category == .spaceSeparator ? " " : scalar) }
      // The letter at its end.
      if isColour, scalar.properties.isAlphabetic { isColour = false }
    }
    return String(plain)[...]
  }

  /// Where a time may begin.
  private func starts(_ text: Substring) -> [Substring] {
    if let prefix {
      return text.prefixMatch(of: prefix).map { [text[$0.range.upperBound...]] } ?? []
    }
    let start = Substring(text.utf8.drop { $0 == 0x20 || $0 == 0x09 })
    guard isLine, let first = start.first, "[(<".contains(first) else { return [start] }
    return [start, start.dropFirst().drop { $0 == " " }]
  }

  private mutating func reading(_ text: Substring) -> TimeReading? {
    if let unit { return TimeReading(number: text, unit, comma: hasDecimalCommas) }
    for number in patterns.indices {
      guard let reading = patterns[number].read(text) else { continue }
      let rest = reading.rest, isUTC = rest.hasPrefix(" UTC")
      guard patterns.count > 1, !rest.isEmpty else { return reading }
      var time = tm()
      let length = isUTC ? 4 : cplatform_strptime(String(rest), "%z", &time)
      // A number behind a blank is a zone only if it has four digits.
      guard length >= (isUTC ? 4 : rest.hasPrefix(" ") ? 6 : 1) else { return reading }
      return TimeReading(
        nanoseconds: reading.nanoseconds - Int64(time.tm_gmtoff) * 1_000_000_000,
        rest: Substring(rest.utf8.dropFirst(length)), point: reading.point, hasZone: true)
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
    if let unit, !rest.isEmpty, rest.hasPrefix(unit.rawValue) {
      rest = rest.dropFirst(unit.rawValue.count)
    }
    guard isLine else { return rest.isEmpty ? nil : rest }
    let next = rest.utf8.first ?? UInt8(ascii: ","), isComma = reading.point == UInt8(ascii: ",")
    // Behind a comma, there may be decimals or the next field.
    if patterns.count > 1, isComma, ",;".utf8.contains(next) { return "," }
    guard ![0x20, 0x09].contains(next) || !isNumber,
      next != UInt8(ascii: ",") || reading.point == nil
    else {
      return nil
    }
    return rest.prefixMatch(of: Self.remainder)?.0
  }
}

extension TimeRule: CustomStringConvertible {
  var description: String {
    if let unit { return unit.word }
    return patterns.count == 1 ? "as \(patterns[0].text)" : "dates with times"
  }

  /// The first and the last time, for people: as a date where the day is known.
  func moments(_ first: Int64, _ last: Int64) -> String {
    // Numbers from 10^9 seconds on count from 1970.
    if isNumber, first < 1_000_000_000_000_000_000 {
      func seconds(_ time: Int64) -> String { String(format: "%.9g", Double(time) / 1e9) }
      return "\(seconds(first)) s to \(seconds(last)) s"
    }
    let hasYear = patterns.first?.hasYear ?? true
    let base = hasYear || isClock ? 0 : TimePattern.start(of: patterns[0].year)
    func text(_ time: Int64) -> String {
      let (seconds, decimals) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
      let date = "\(Date(timeIntervalSince1970: Double(base + Int(seconds))))".prefix(19)
      return date.dropFirst(isClock ? 11 : hasYear ? 0 : 5)
        + String(format: ".%09lld", abs(decimals)).replacing(/\.?0+$/, with: "")
    }
    return "\(text(first)) to \(text(last))" + (isNumber || hasZone == true ? " UTC" : "")
  }
}
