import Coalesce

/// A setting of a strategy, workload or toolkit, as in `throttle:interval=50ms`.
public struct Parameter: Sendable {
  /// The kind of value.
  public enum Kind: Sendable, Equatable {
    /// A duration, stored in nanoseconds and written with a unit.
    case duration
    case count
    case rate
    case number
    case share
    case flag
    /// One of these words; the value is the index of the word, from 0.
    case choice([String])
  }

  /// The key, in kebab-case.
  public let name: String
  /// The kind of value.
  public let kind: Kind
  /// The default: in nanoseconds for a duration, 0 or 1 for a flag, the index of the word for a choice.
  public let defaultValue: Double
  /// The meaning in one line, without a full stop.
  public let summary: String
  /// The name of another parameter, if any, whose value is a sensible minimum for this parameter.
  public var floor: String?
  /// Whether searches skip this parameter. If all quiet parameters have their defaults, texts and tables omit them.
  package private(set) var isQuiet = false

  var quiet: Parameter {
    var quiet = self
    quiet.isQuiet = true
    return quiet
  }

  /// A duration; `floor` names another parameter, whose value is a sensible minimum for this duration.
  public static func duration(
    _ name: String, _ value: Duration, _ summary: String, floor: String? = nil
  ) -> Parameter {
    Parameter(
      name: name, kind: .duration, defaultValue: Double(value.wholeNanoseconds), summary: summary,
      floor: floor)
  }

  /// A whole number, at least 1; or 0, if that is the default.
  public static func count(_ name: String, _ value: Int, _ summary: String) -> Parameter {
    Parameter(name: name, kind: .count, defaultValue: Double(value), summary: summary)
  }

  /// A positive number per second.
  public static func rate(_ name: String, _ value: Double, _ summary: String) -> Parameter {
    Parameter(name: name, kind: .rate, defaultValue: value, summary: summary)
  }

  /// A positive number.
  public static func number(_ name: String, _ value: Double, _ summary: String) -> Parameter {
    Parameter(name: name, kind: .number, defaultValue: value, summary: summary)
  }

  /// A number above 0 and at most 1.
  public static func share(_ name: String, _ value: Double, _ summary: String) -> Parameter {
    Parameter(name: name, kind: .share, defaultValue: value, summary: summary)
  }

  /// Yes or no; no by default.
  public static func flag(_ name: String, _ summary: String) -> Parameter {
    Parameter(name: name, kind: .flag, defaultValue: 0, summary: summary)
  }

  /// One of `words`; the first by default.
  public static func choice(_ name: String, _ words: [String], _ summary: String) -> Parameter {
    Parameter(name: name, kind: .choice(words), defaultValue: 0, summary: summary)
  }

  /// The words that stand for the values 0, 1, …; nil if values are numbers.
  private var words: [String]? {
    switch kind {
    case .flag: ["no", "yes"]
    case .choice(let words): words
    default: nil
    }
  }

  package func text(of value: Double) -> String {
    if let words { return words[Int(value)] }
    if kind == .duration { return Duration.nanoseconds(Int64(value)).text }
    return value == value.rounded() ? String(Int(value)) : String(value)
  }

  package func words(of value: Double) -> String {
    switch kind {
    case .duration: Duration.nanoseconds(Int64(value)).words
    case .share: FigureText.threeDigits(value * 100) + " %"
    default: text(of: value)
    }
  }

  /// The value as a bare number, in the unit that ``unitSuffix`` names.
  package func number(of value: Double) -> Double { kind == .duration ? value / 1e6 : value }

  package var unitSuffix: String {
    switch kind {
    case .duration: "_ms"
    case .rate: "_per_s"
    default: ""
    }
  }

  /// Whether values are whole numbers; durations are whole nanoseconds.
  package var isWhole: Bool { kind == .duration || kind == .count }

  var isNumber: Bool { words == nil }

  package func parse(_ text: String) throws -> Double {
    if let words {
      guard let position = words.firstIndex(of: text) else {
        throw refusal(text, words.joined(separator: " or "))
      }
      return Double(position)
    }
    switch kind {
    case .duration:
      let duration = try Duration(parsing: text)
      guard duration <= .seconds(86_400) else { throw refusal(text, "at most 86400s, a day") }
      return Double(duration.wholeNanoseconds)
    case .count:
      let least = Int(min(1, defaultValue))
      guard let value = Int(text), (least...100_000_000).contains(value) else {
        throw refusal(text, "a whole number from \(least) to 100000000")
      }
      return Double(value)
    case .share:
      guard let value = Double(share: text), value > 0, value <= 1 else {
        throw refusal(text, "a number, or a percentage, over 0 and up to 1")
      }
      return value
    default:
      guard let value = Double(text), value > 0, value <= 1e9 else {
        let what = kind == .rate ? "a number per second" : "a number"
        throw refusal(text, "\(what), over 0 and up to 1e9")
      }
      return value
    }
  }

  private func refusal(_ text: String, _ expected: String) -> BenchError {
    .badValue(what: name, value: text, expected: expected)
  }
}
