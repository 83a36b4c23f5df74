/// A time as it is written. Read digit by digit, because a `Double` cannot tell nanoseconds since
/// 1970 apart.
struct TimeText: CustomStringConvertible {
  private let bytes: [UInt8]
  private let range: Range<Int>
  var position: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    position = range.lowerBound
  }

  var description: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Takes a decimal number of `unit`, in nanoseconds; `Int64.max` where that is too small for it.
  /// With `comma`, that is a decimal point, too.
  mutating func takeDecimal(inUnitsOf unit: TimeUnit, comma: Bool = false) -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var digits: UInt64 = 0
    var exponent = unit.decimals
    var count = 0
    var isFraction = false
    while true {
      if let digit = digit() {
        count += 1
        // Digits after the nineteenth are below what any unit here resolves.
        let holds = digits < 1_000_000_000_000_000_000
        if holds { digits = digits * 10 + digit }
        exponent += (holds ? 0 : 1) - (isFraction ? 1 : 0)
      } else if !isFraction, take(".", comma ? "," : nil) {
        isFraction = true
      } else {
        break
      }
    }
    guard count > 0 else { return nil }
    if take("e", "E") {
      let isSmall = take("-")
      if !isSmall { _ = take("+") }
      guard let power = number(1...9) else { return nil }
      exponent += isSmall ? -power : power
    }
    let value = Self.scaled(digits, exponent)
    return isNegative && value != .max ? -value : value
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

  /// Takes the decimals behind seconds, in nanoseconds: behind a point or comma, or three behind a colon.
  mutating func takeDecimals() -> Int64 {
    var text = self
    if text.take(":"), let milliseconds = text.number(3...3) {
      position = text.position
      return Int64(milliseconds) * 1_000_000
    }
    text = self
    guard text.take(".", ","), text.digit() != nil else { return 0 }
    return takeDecimal(inUnitsOf: .s, comma: true) ?? 0
  }

  /// Takes a zone, if there is one, in seconds: Z, or an offset in hours and minutes.
  mutating func takeZone() -> Int64? {
    var text = self
    if text.take("Z", "z") {
      position += 1
      return 0
    }
    let isApart = text.take(" ")
    let isWest = text.take("-")
    guard isWest || text.take("+"), let hours = text.number(2...2), hours < 24 else { return nil }
    let hasColon = text.take(":")
    guard let minutes = text.number(2...2) ?? (isApart || hasColon ? nil : 0), minutes < 60
    else { return nil }
    position = text.position
    return Int64((hours * 60 + minutes) * (isWest ? -60 : 60))
  }

  mutating func take(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil, _ third: Unicode.Scalar? = nil
  ) -> Bool {
    guard !isAtEnd else { return false }
    let next = Unicode.Scalar(bytes[position])
    guard next == first || next == second || next == third else { return false }
    position += 1
    return true
  }

  private var isAtEnd: Bool { position == range.upperBound }

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
