package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  case s, ms, us, ns

  package var nanoseconds: Double {
    switch self {
    case .s: 1e9
    case .ms: 1e6
    case .us: 1e3
    case .ns: 1
    }
  }

  var decimals: Int {
    switch self {
    case .s: 9
    case .ms: 6
    case .us: 3
    case .ns: 0
    }
  }

  var word: String {
    switch self {
    case .s: "seconds"
    case .ms: "milliseconds"
    case .us: "microseconds"
    case .ns: "nanoseconds"
    }
  }
}
