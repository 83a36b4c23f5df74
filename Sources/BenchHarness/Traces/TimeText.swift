/// A time as it is written. Read digit by digit, because a `Double` cannot tell nanoseconds since
/// 1970 apart.
struct TimeText: CustomStringConvertible {
  private let bytes: [UInt8]
  private let range: Range<Int>
  private var position: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    position = range.lowerBound
  }

  var description: String { String(decoding: bytes[range], as: UTF8.self) }

  /// A decimal number of `unit`, in nanoseconds; `Int64.max` where that is too small for it.
  func decimal(inUnitsOf unit: TimeUnit) -> Int64? {
    var text = self
    let isNegative = text.take("-")
    if !isNegative { _ = text.take("+") }
    var digits: UInt64 = 0
    var exponent = unit.decimals
    var count = 0
    var isFraction = false
    while true {
      if let digit = text.digit() {
        count += 1
        // Digits after the nineteenth are below what any unit here resolves.
        let holds = digits < 1_000_000_000_000_000_000
        if holds { digits = digits * 10 + digit }
        exponent += (holds ? 0 : 1) - (isFraction ? 1 : 0)
      } else if !isFraction, text.take(".") {
        isFraction = true
      } else {
        break
      }
    }
    guard count > 0 else { return nil }
    if text.take("e", "E") {
      let isSmall = text.take("-")
      if !isSmall { _ = text.take("+") }
      guard let power = text.number(1...9) else { return nil }
      exponent += isSmall ? -power : power
    }
    guard text.isAtEnd else { return nil }
    let value = Self.scaled(digits, exponent)
    return isNegative ? -value : value
  }

  private static func scaled(_ digits: UInt64, _ exponent: Int) -> Int64 {
    guard digits > 0, exponent > -20 else { return 0 }
    var value = digits
    for _ in 0..<max(0, min(exponent, 20)) {
      let (product, isOver) = value.multipliedReportingOverflow(by: 10)
      guard !isOver else { return .max }
      value = product
    }
    for place in 0..<max(0, -exponent) {
      value = place == -exponent - 1 ? value / 10 + (value % 10 >= 5 ? 1 : 0) : value / 10
    }
    return Int64(exactly: value) ?? .max
  }

  /// `2026-05-01T12:30:00.123456789+02:00` in nanoseconds since 1970. The T may be a blank and the
  /// point a comma; without a zone it is UTC.
  var date: Int64? {
    var text = self
    guard let year = text.number(4...4), (1970...2261).contains(year), text.take("-"),
      let month = text.number(2...2), (1...12).contains(month), text.take("-"),
      let day = text.number(2...2),
      (1...Self.days(year, month + 1) - Self.days(year, month)).contains(day),
      text.take("T", "t", " "), let time = text.clock(), let zone = text.zone(), text.isAtEnd
    else { return nil }
    return Int64(Self.days(year, month) + day - 1) * 86_400_000_000_000 + time - zone
  }

  /// `12:30:00.123`, in nanoseconds since midnight.
  var timeOfDay: Int64? {
    var text = self
    guard let time = text.clock(), text.isAtEnd else { return nil }
    return time
  }

  /// The days from 1970 to the first of a month, of which the thirteenth is the next year's first.
  /// The year begins in March, so that the leap day is its last; five months have 153 days.
  private static func days(_ year: Int, _ month: Int) -> Int {
    let months = year * 12 + month - 3
    let (years, rest) = (months / 12, months % 12)
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * rest + 2) / 5 - 719_468
  }

  private mutating func clock() -> Int64? {
    guard let hours = number(1...2), hours < 24, take(":"), let minutes = number(2...2),
      minutes < 60, take(":"), let seconds = number(2...2), seconds <= 60
    else { return nil }
    var fraction: UInt64 = 0
    var digits = 0
    if take(".", ",") {
      while let digit = digit() {
        if digits < 9 { fraction = fraction * 10 + digit }
        digits += 1
      }
      guard digits > 0 else { return nil }
    }
    for _ in min(digits, 9)..<9 { fraction *= 10 }
    return Int64((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + Int64(fraction)
  }

  private mutating func zone() -> Int64? {
    _ = take(" ")
    if isAtEnd || take("Z", "z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(2...2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = isAtEnd ? 0 : number(2...2), minutes < 60 else { return nil }
    return Int64((hours * 60 + minutes) * (isWest ? -60 : 60)) * 1_000_000_000
  }

  private var isAtEnd: Bool { position == range.upperBound }

  private mutating func take(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil, _ third: Unicode.Scalar? = nil
  ) -> Bool {
    guard !isAtEnd else { return false }
    let next = Unicode.Scalar(bytes[position])
    guard next == first || next == second || next == third else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> UInt64? {
    guard !isAtEnd, 0x30...0x39 ~= bytes[position] else { return nil }
    position += 1
    return UInt64(bytes[position - 1] - 0x30)
  }

  private mutating func number(_ count: ClosedRange<Int>) -> Int? {
    var number = 0
    for place in 0..<count.upperBound {
      guard let digit = digit() else { return place < count.lowerBound ? nil : number }
      number = number * 10 + Int(digit)
    }
    return number
  }
}
