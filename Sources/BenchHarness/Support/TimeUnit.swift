package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  case s, ms, us, ns, min, h, d

  /// The units in which clocks count.
  static let decimal: [Self] = [.s, .ms, .us, .ns]

  package var nanoseconds: Double { facts.nanoseconds }
  var word: String { facts.word }

  init?(word: String) {
    switch word {
    case "s", "sec", "secs", "second", "seconds": self = .s
    case "ms", "msec", "millis", "millisec", "millisecond", "milliseconds": self = .ms
    case "us", "\u{B5}s", "\u{3BC}s", "usec", "micros", "microsec", "microsecond",
      "microseconds":
      self = .us
    case "ns", "nsec", "nano", "nanos", "nanosec", "nanosecond", "nanoseconds": self = .ns
    case "min", "mins", "minutes": self = .min
    case "h", "hours": self = .h
    case "d", "days": self = .d
    default: return nil
    }
  }

  private var facts: (nanoseconds: Double, word: String) {
    switch self {
    case .s: (1e9, "seconds")
    case .ms: (1e6, "milliseconds")
    case .us: (1e3, "microseconds")
    case .ns: (1, "nanoseconds")
    case .min: (60e9, "minutes")
    case .h: (3_600e9, "hours")
    case .d: (86_400e9, "days")
    }
  }
}
