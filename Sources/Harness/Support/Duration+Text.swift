import Foundation
import Coalesce

extension Duration {
  /// Reads "300ms", "0.3 s", "50us", "16.7ms" or "20ns"; a bare number has no unit and is refused.
  /// - Throws: ``HarnessError/badValue(what:value:expected:)``.
  public init(parsing text: String) throws {
    let failure = HarnessError.badValue(
      what: "duration", value: text, expected: "a number and a unit, as in 300ms, 0.3s or 50us")
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let digits = trimmed.prefix { $0.isNumber || "+-.eE".contains($0) }
    guard let number = Double(digits), number.isFinite, number >= 0,
      let unit = TimeUnit(rawValue: trimmed.dropFirst(digits.count).filter { $0 != " " }),
      number * unit.nanoseconds < 9e18
    else { throw failure }
    self = .nanoseconds(Int64((number * unit.nanoseconds).rounded()))
  }

  /// The duration in the largest unit that leaves no fraction, as in "300ms".
  public var text: String {
    let nanoseconds = wholeNanoseconds
    for unit in [TimeUnit.s, .ms, .us] where nanoseconds > 0 {
      let size = UInt64(unit.nanoseconds)
      if nanoseconds % size == 0 { return "\(nanoseconds / size)\(unit.rawValue)" }
    }
    return "\(nanoseconds)ns"
  }

  /// The duration in milliseconds.
  public var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }
}

/// A unit of time in files and options.
public enum TimeUnit: String, CaseIterable, Codable, Sendable {
  /// Seconds, milliseconds, microseconds, nanoseconds.
  case s, ms, us, ns

  /// One unit in nanoseconds.
  public var nanoseconds: Double {
    switch self {
    case .s: 1e9
    case .ms: 1e6
    case .us: 1e3
    case .ns: 1
    }
  }
}
