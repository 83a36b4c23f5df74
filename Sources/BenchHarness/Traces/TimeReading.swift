import Foundation

/// A time that was read, and the text after it. Undated times count from midnight, times without a year from new year.
struct TimeReading {
  let nanoseconds: Int64
  let rest: Substring
  /// The character before the decimals (for times that are numbers, always `.`); nil without decimals.
  let point: UInt8?
  var hasZone = false
  /// Whether it is a number since 1970 without its last seconds, such as 1.777639e+09.
  var isRounded = false
}

extension TimeReading {
  /// Reads a decimal number in `unit` at the start of `text`. If `comma`, its decimal point may be a comma.
  init?(number text: Substring, _ unit: TimeUnit, comma: Bool) {
    let digits = text.utf8.prefix {
      $0.isDigit || "+-.eE".utf8.contains($0) || comma && $0 == UInt8(ascii: ",")
    }
    let number = comma ? Substring(digits).replacing(",", with: ".")[...] : Substring(digits)
    let whole = number.utf8.prefix { $0 != UInt8(ascii: ".") }
    let zeros = "\(Int64(unit.nanoseconds))".dropFirst()
    let decimals = number.utf8.dropFirst(whole.count + 1)
    // Read from the digits, because a `Double` is too coarse for nanoseconds since 1970.
    let exact =
      TimeUnit.decimal.contains(unit) && decimals.allSatisfy(\.isDigit)
      ? Int64(Substring(whole) + (Substring(decimals) + zeros).prefix(zeros.count)) : nil
    let value =
      exact ?? Double(number).flatMap { Int64(exactly: ($0 * unit.nanoseconds).rounded()) }
    guard let value, digits.contains(where: \.isDigit) else { return nil }
    self.init(
      nanoseconds: value, rest: text[digits.endIndex...],
      point: whole.count < number.utf8.count ? UInt8(ascii: ".") : nil)
    let parts = number.lowercased().split(separator: "e", maxSplits: 1)
    guard parts.count == 2, let exponent = Double(parts[1]) else { return }
    let places = parts[0].split(separator: ".").dropFirst().first?.count ?? 0
    let last = unit.nanoseconds * pow(10, exponent - Double(places))
    isRounded = value >= 1_000_000_000_000_000_000 && last >= 1e9
  }
}

extension UInt8 {
  var isDigit: Bool { 0x30...0x39 ~= self }
}
