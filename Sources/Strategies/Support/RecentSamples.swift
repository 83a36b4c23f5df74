/// The newest five of many samples, and their median: two that were disturbed change nothing, a
/// lasting change is believed after three.
struct RecentSamples: Sendable {
  static let capacity = 5

  private var samples: [UInt64] = []
  private var oldest = 0

  mutating func add(_ sample: UInt64) {
    if samples.count < Self.capacity {
      samples.append(sample)
    } else {
      samples[oldest] = sample
      oldest = (oldest + 1) % samples.count
    }
  }

  /// The lower one of two; nil where there is no sample.
  var median: UInt64? {
    samples.isEmpty ? nil : samples.sorted()[(samples.count - 1) / 2]
  }
}
