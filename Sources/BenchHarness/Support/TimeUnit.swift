package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  case s, ms, us, ns

  package var nanoseconds: Double { facts.nanoseconds }
  var decimals: Int { facts.decimals }
  var word: String { facts.word }

  init?(word: String) {
    switch word {
    case "s", "sec", "secs", "second", "seconds": self = .s
    case "ms", "msec", "millis", "millisecond", "milliseconds": self = .ms
    case "us", "\u{B5}s", "\u{3BC}s", "usec", "micros", "microsecond", "microseconds": self = .us
    case "ns", "nsec", "nanos", "nanosecond", "nanoseconds": self = .ns
    default: return nil
    }
  }

  private var facts: (nanoseconds: Double, decimals: Int, word: String) {
    switch self {
    case .s: (1e9, 9, "seconds")
    case .ms: (1e6, 6, "milliseconds")
    case .us: (1e3, 3, "microseconds")
    case .ns: (1, 0, "nanoseconds")
    }
  }
}
