package enum TimeUnit: String, CaseIterable, Codable, Sendable {
  case s, ms, us, ns

  package var nanoseconds: Double { facts.nanoseconds }
  /// How many decimals give nanoseconds.
  var decimals: Int { facts.decimals }
  var word: String { facts.word }

  private var facts: (nanoseconds: Double, decimals: Int, word: String) {
    switch self {
    case .s: (1e9, 9, "seconds")
    case .ms: (1e6, 6, "milliseconds")
    case .us: (1e3, 3, "microseconds")
    case .ns: (1, 0, "nanoseconds")
    }
  }
}
