/// What one delivery takes of main: known beforehand, or learnt from the newest deliveries.
///
/// The estimate is the median of the last five samples, the lower one of two. Whatever disturbs a
/// sample (other work in the same turn of the run loop, a cold cache) makes it longer, never shorter,
/// so two disturbed samples of five change nothing; a lasting change is believed after three.
struct DeliveryCost: Sendable {
  /// In nanoseconds; as assumed until there is a sample.
  private(set) var nanoseconds: UInt64
  private let isKnown: Bool
  private var samples = RecentSamples()

  /// - Parameters:
  ///   - known: the cost; nil to learn it.
  ///   - assumed: what counts until there is a sample; with nothing, the first delivery waits for
  ///     nothing.
  init(known: Duration? = nil, assumed: Duration = .zero) {
    nanoseconds = (known ?? assumed).wholeNanoseconds
    isKnown = known != nil
  }

  /// Takes in a sample, unless the cost is known.
  mutating func learn(nanoseconds sample: UInt64) {
    guard !isKnown else { return }
    samples.add(sample)
    nanoseconds = samples.median ?? sample
  }

  /// For how long one update may wait until its waiting is worth `cost`; the longest time there is
  /// where that is longer.
  static func patience(nanoseconds cost: UInt64, price: Double) -> UInt64 {
    UInt64(exactly: (Double(cost) / price).rounded(.up)) ?? .max
  }
}
