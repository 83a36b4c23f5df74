import CBenchPlatform
import Foundation

/// What was read of a time: nanoseconds since 1970, or since the beginning of a period, which is
/// what a pattern repeats after: a day or a year; 0 for none.
struct TimeReading {
  var nanoseconds: Int64, period: Int64 = 0
  let end: Int
  var hasZone = false
}

extension TimeReading {
  /// A decimal number of `unit` that `range` begins with. Read digit by digit, because a `Double`
  /// cannot tell nanoseconds since 1970 apart.
  init?(number bytes: [UInt8], _ range: Range<Int>, _ unit: TimeUnit, comma: Bool) {
    var (place, value, scale) = (range.lowerBound, Int64(0), Int64(unit.nanoseconds))
    var (count, isOver, isFraction) = (0, false, false)
    func next() -> UInt8 { place < range.upperBound ? bytes[place] : 0 }
    if next() == UInt8(ascii: "-") || next() == UInt8(ascii: "+") { place += 1 }
    while true {
      if case let digit = Int64(next()) - 0x30, 0...9 ~= digit {
        count += 1
        if isFraction { scale /= 10 }
        let product = value.multipliedReportingOverflow(by: isFraction ? 1 : 10)
        let sum = product.partialValue.addingReportingOverflow(scale * digit)
        (value, isOver) = (sum.partialValue, isOver || product.overflow || sum.overflow)
      } else if !isFraction, next() == UInt8(ascii: ".") || comma && next() == UInt8(ascii: ",") {
        isFraction = true
      } else {
        break
      }
      place += 1
    }
    if count > 0, next() | 0x20 == UInt8(ascii: "e") {
      let signs = bytes[(place + 1)..<range.upperBound].prefix { "+-0123456789".utf8.contains($0) }
      let text = String(decoding: bytes[range.lowerBound..<signs.endIndex], as: UTF8.self)
      let number = (Double(text.replacing(",", with: ".")) ?? .infinity) * unit.nanoseconds
      guard abs(number) < 9e18 else { return nil }
      (value, isOver, place) = (Int64(abs(number).rounded()), false, signs.endIndex)
    }
    guard count > 0, !isOver else { return nil }
    self.init(
      nanoseconds: bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value, end: place)
  }
}

/// A way to write times, in the language of `strptime` in the C locale; `.%f` behind the seconds are
/// decimals, which may be missing. Without a zone, a time is in UTC.
struct TimePattern: Sendable {
  let text: String
  let hasYear: Bool, hasDay: Bool
  /// All but the decimals, and what the seconds stand behind if there may be any.
  private let whole: String, mark: UInt8?
  private let hasZone: Bool
  /// Whether a T may stand for the blank, and a zone may follow.
  private var isDate = false
  private var copy = [CChar](repeating: 0, count: 96), ends = [Int](repeating: 0, count: 96)

  static let day: Int64 = 86_400_000_000_000
  /// A date with a year of four digits, and a time of day.
  static let dates = ["%Y-%m-%d %H:%M:%S.%f", "%Y/%m/%d %H:%M:%S.%f", "%Y-%m-%d %H:%M"].compactMap {
    var pattern = try? TimePattern($0)
    pattern?.isDate = true
    return pattern
  }
  /// Usual ones, to propose one.
  private static let usual =
    [
      "%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%d/%m/%Y", "%m/%d/%y", "%d/%m/%y", "%y/%m/%d",
      "%Y-%m-%d",
      "%Y/%m/%d", "%d %b %Y", "%d-%b-%Y", "%d/%b/%Y", "%b %d, %Y", "%b %d", "%m-%d",
    ].flatMap { date in
      [" ", ", ", ":", " @ "].flatMap { blank in clocks.map { date + blank + $0 } }
    }
    + clocks + ["%a %b %d %H:%M:%S.%f %Y"]
  private static let clocks = ["%I:%M:%S.%f %p", "%I:%M %p", "%H:%M:%S.%f", "%H:%M"]

  init(_ text: String) throws {
    self.text = text
    let letters = Set(text.matches(of: /%[-_0^#EO]?([A-Za-z])/).compactMap(\.1.first))
    hasYear = !letters.isDisjoint(with: "YyDFcxG")
    hasDay = !letters.isDisjoint(with: "dejDFcxbBhm")
    hasZone = letters.contains("z")
    whole = text.replacing(/[.,]%f/, with: "")
    let seconds = text.firstMatch(of: /(.?)%[ST][.,]%f/)
    mark = seconds.map { $0.1.utf8.first ?? UInt8(ascii: ":") }
    let faults = [
      (letters.isEmpty, "it has no %H, %M, %S"),
      (whole.contains("%f") || whole != text && mark == nil, "%f stands behind %S and a point"),
      (letters.contains("s"), "%s depends on the zone; give --time-unit s"),
      (letters.contains("Z"), "%Z reads nothing; write the zone as it stands, or %z"),
      (letters.isDisjoint(with: "Il") == letters.contains("p"), "%I and %p go together"),
    ]
    if let cause = faults.first(where: \.0)?.1 {
      throw TextFailure(nil, "--time-pattern '\(text)' cannot be used: \(cause).")
    }
  }

  /// The time that `range` begins with.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>, yearIfNone: Int) -> TimeReading? {
    var (count, place, decimals, pointed, time) = (0, range.lowerBound, Int64(-1), 0, tm())
    while count < 90, place < range.upperBound, bytes[place] != 0 {
      var byte = bytes[place]
      ends[count] = place
      place += 1
      if isDate, count == 10, byte | 0x20 == UInt8(ascii: "t") {
        byte = 0x20
      } else if byte == 0x2E || byte == 0x2C, decimals < 0, count > 2, let mark,
        UInt8(bitPattern: copy[count - 3]) == mark, 0x30...0x39 ~= copy[count - 2],
        0x30...0x39 ~= copy[count - 1], place < range.upperBound
      {
        let digits = bytes[place..<range.upperBound].prefix { 0x30...0x39 ~= $0 }
        if !digits.isEmpty {
          decimals = digits.prefix(9).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
          for _ in digits.count..<max(9, digits.count) { decimals *= 10 }
          (place, pointed) = (digits.endIndex, count)
          continue
        }
      }
      copy[count] = CChar(bitPattern: byte)
      count += 1
    }
    (copy[count], ends[count]) = (0, place)
    var end = cplatform_strptime(copy, whole, &time), hasZone = hasZone
    guard end >= 0 else { return nil }
    // They may be those of a number further on.
    if pointed > end { decimals = 0 }
    if isDate {
      let isApart = copy[end] == 0x20
      let isUTC = isApart && copy[(end + 1)...].starts(with: [0x55, 0x54, 0x43])
      let length =
        isUTC ? 4 : cplatform_strptime(Array(copy[end..<min(end + 8, 96)]) + [0], "%z", &time)
      // A number behind a blank is a zone only if it has four digits.
      if length >= (isUTC ? 4 : isApart ? 6 : 1) { (end, hasZone) = (end + length, true) }
    }
    let (year, month, days, offset) = (
      time.tm_year + 1900, time.tm_mon, time.tm_mday, time.tm_gmtoff
    )
    if !hasYear { time.tm_year = Int32((hasDay ? yearIfNone : 1970) - 1900) }
    if !hasDay { time.tm_mday = 1 }
    let seconds = timegm(&time) - offset - (hasYear || !hasDay ? 0 : Self.start(of: yearIfNone))
    // Some days are not in the calendar, some years too far for nanoseconds.
    guard !hasYear || 1970...2261 ~= year, !hasDay || (days, month) == (time.tm_mday, time.tm_mon)
    else { return nil }
    return TimeReading(
      nanoseconds: Int64(seconds) * 1_000_000_000 + max(0, decimals),
      period: hasYear ? 0 : hasDay ? 365 * Self.day : Self.day, end: ends[end],
      hasZone: hasZone)
  }

  static func start(of year: Int) -> Int {
    var first = tm()
    (first.tm_year, first.tm_mday) = (Int32(year - 1900), 1)
    return timegm(&first)
  }

  /// Usual patterns, to propose them; several if only the user can know which is right.
  static func proposals(_ reads: (TimePattern) -> Bool) -> [String] {
    let found = usual.lazy.compactMap { try? TimePattern($0) }.filter(reads).map(\.text)
    guard let first = found.first else { return [] }
    return first.hasPrefix("%m/") || first.hasPrefix("%d/") ? Array(found.prefix(3)) : [first]
  }
}
