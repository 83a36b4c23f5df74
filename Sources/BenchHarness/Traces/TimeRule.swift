import Foundation

/// The one way in which the times of a recording are written.
struct TimeRule {
  enum Notation { case dates, number(TimeUnit), pattern(TimePattern) }

  /// What was read of a field or a line.
  enum Outcome {
    case time(Int64), none
    /// Something of a time is left that was not read, or a time is not written as the others.
    case unread(String)
  }

  let notation: Notation
  /// Whether a time is what a line begins with, and what it may stand behind: `^` for the beginning of
  /// a line, bare or in a bracket.
  var isLine = false, marks = ["^"]
  var hasDecimalCommas = false
  /// Midnights, or new years, that were passed.
  private(set) var periods: Int64 = 0
  private var patterns: [TimePattern] = [], unit: TimeUnit?
  private var shape: [UInt8] = [], hasZone: Bool?, year = 1971, last: Int64 = 0

  init(_ notation: Notation, lines marks: [String]? = nil) {
    self.notation = notation
    (isLine, self.marks) = (marks != nil, marks ?? [])
    switch notation {
    case .dates: patterns = TimePattern.dates
    case .pattern(let pattern): patterns = [pattern]
    case .number(let unit): self.unit = unit
    }
  }

  var isNumber: Bool { unit != nil }
  /// Whether its times name no day.
  var isClock: Bool { patterns.first.map { !$0.hasDay } ?? false }

  mutating func read(_ text: String) -> Outcome { read(Array(text.utf8), 0..<text.utf8.count) }

  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Outcome {
    for start in isLine ? starts(bytes, range) : [range.lowerBound] {
      guard let reading = reading(bytes, start..<range.upperBound) else { continue }
      let rest = bytes[reading.end..<range.upperBound], text = bytes[start..<reading.end]
      if !isLine, isNumber, !rest.isEmpty { return .none }
      if let left = isLine
        ? unread(rest, behind: text) : rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      {
        return .unread("'\(left)' is left beside the time")
      }
      return taken(reading, text)
    }
    // A day beyond the twelfth that was read as a month is not a line without a time.
    let isAlike = (isLine ? starts(bytes, range) : [range.lowerBound]).contains { start in
      bytes[start..<range.upperBound].prefix(shape.count).map(Self.shape) == shape
    }
    return isAlike && !isNumber && !shape.isEmpty
      ? .unread("this is no time as the others are") : .none
  }

  private mutating func reading(_ bytes: [UInt8], _ range: Range<Int>) -> TimeReading? {
    if let unit { return TimeReading(number: bytes, range, unit, comma: hasDecimalCommas) }
    for number in patterns.indices {
      if let reading = patterns[number].read(bytes, range, yearIfNone: year) { return reading }
    }
    // A leap day in a notation without a year.
    guard year != 1972, patterns[0].hasDay, !patterns[0].hasYear,
      let reading = patterns[0].read(bytes, range, yearIfNone: 1972)
    else { return nil }
    year = 1972
    return reading
  }

  private mutating func taken(_ reading: TimeReading, _ text: ArraySlice<UInt8>) -> Outcome {
    if shape.isEmpty { shape = text.map(Self.shape) }
    guard hasZone ?? reading.hasZone == reading.hasZone else {
      return .unread("some of its times have a zone, some have none")
    }
    hasZone = reading.hasZone
    let (time, period) = (reading.nanoseconds, reading.period)
    guard period > 0 else { return .time(time) }
    // A step back of more than half a period is taken for midnight, or for new year.
    if time + periods * period < last - period / 2, periods < 100 { periods += 1 }
    let late = time + (periods - 1) * period
    if periods > 0, late <= last, last - late < period / 24 { return .time(late) }
    last = max(last, time + periods * period)
    return .time(time + periods * period)
  }

  private static func shape(_ byte: UInt8) -> UInt8 { 0x30...0x39 ~= byte ? 0x30 : byte }

  /// Where a time may begin: behind the marks, or at the beginning of the line, and there in a bracket.
  private func starts(_ bytes: [UInt8], _ range: Range<Int>) -> [Int] {
    marks.flatMap { mark -> [Int] in
      let own = Array(mark.utf8.drop { $0 == UInt8(ascii: "^") })
      guard own.isEmpty else {
        let places = mark.utf8.count > own.count ? 1 : 1_000
        return bytes[range].prefix(places).indices.filter {
          bytes[$0..<range.upperBound].starts(with: own)
        }
        .map { $0 + own.count }
      }
      var rest = bytes[range]
      while let first = rest.first {
        if first == 0x20 || first == 0x09 {
          rest.removeFirst()
        } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
          rest = rest.dropFirst(3)
        } else if rest.starts(with: [0x1B, 0x5B]), let end = rest.prefix(20).firstIndex(of: 0x6D) {
          // A colour of a terminal.
          rest = rest[(end + 1)...]
        } else {
          break
        }
      }
      guard let first = rest.first, "[(<".utf8.contains(first) else { return [rest.startIndex] }
      return [rest.startIndex, rest.dropFirst().firstIndex { $0 != 0x20 } ?? rest.endIndex]
    }
  }

  /// Digits or letters of a date or a zone beside a time.
  private func unread(_ rest: ArraySlice<UInt8>, behind time: ArraySlice<UInt8>) -> String? {
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }
    if let name = unit?.rawValue.utf8, rest.starts(with: name) {
      return unread(rest.dropFirst(name.count), behind: time)
    }
    let next = rest.first ?? 0, point = time.last { !isDigit($0) }
    // Behind a comma, there may be the next field, unless decimals could stand there.
    let isOpen = next == 0x2C && point != 0x2E && point != 0x2C || "+-/.:".utf8.contains(next)
    let isField =
      patterns.count > 1 && point == 0x2C && (rest.isEmpty || next == 0x2C || next == 0x3B)
    let text = String(decoding: rest.prefix(16), as: UTF8.self)
    if isField || isDigit(next) || 0x61...0x7A ~= next | 0x20
      || isOpen && isDigit(rest.dropFirst().first)
    {
      return isField ? "," : text.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
    guard next == 0x20, !isNumber else { return nil }
    let zone =
      /\s*([AaPp]\.?\s?[Mm]\b|[+-]\d{2}:?\d{2}\b|(?:GMT|CES?T|[ECMP][SD]T|BST|[IJM]ST|MSK|WES?T|EES?T|A[EC][SD]T)\b)/
    return text.prefixMatch(of: zone).map { String($0.1) }
  }
}

extension TimeRule: CustomStringConvertible {
  var description: String {
    switch notation {
    case .dates: "dates with times"
    case .number(let unit): unit.word
    case .pattern(let pattern): "as \(pattern.text)"
    }
  }

  /// The first and the last time, for people: as a date where the day is known.
  func moments(_ first: Int64, _ last: Int64) -> String {
    // Numbers from 10^9 seconds on count from 1970.
    if isNumber, first < 1_000_000_000_000_000_000 {
      func seconds(_ time: Int64) -> String { String(format: "%.9g", Double(time) / 1e9) }
      return "\(seconds(first)) s to \(seconds(last)) s"
    }
    let skipped = patterns.first?.hasYear ?? true ? 0 : isClock ? 11 : 5
    func text(_ time: Int64) -> String {
      let base = skipped == 5 ? TimePattern.start(of: year) : 0
      let seconds = time / 1_000_000_000 - (time % 1_000_000_000 < 0 ? 1 : 0)
      let date = "\(Date(timeIntervalSince1970: Double(Int(seconds) + base)))".prefix(19)
      let decimals = String(format: ".%09lld", time - seconds * 1_000_000_000)
      return date.dropFirst(skipped) + decimals.replacing(/\.?0+$/, with: "")
    }
    return "\(text(first)) to \(text(last))" + (isNumber || hasZone == true ? " UTC" : "")
  }
}
