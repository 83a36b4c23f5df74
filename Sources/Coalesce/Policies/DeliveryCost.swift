/// What one delivery takes of main, its layout commit included: known beforehand, or learnt.
///
/// The handler's own time counts from the first sample on, for nothing else runs in it: the median of
/// the last five. The layout commit's time is what a ``LayoutCost`` says.
struct DeliveryCost: Sendable {
  private let known: UInt64?
  private let assumed: UInt64
  private var handler = RecentSamples()
  private var layout = LayoutCost()

  /// - Parameters:
  ///   - known: the cost; nil to learn it.
  ///   - assumed: what counts until there is a sample; with nothing, the first delivery waits for
  ///     nothing.
  init(known: Duration? = nil, assumed: Duration = .zero) {
    self.known = known?.wholeNanoseconds
    self.assumed = assumed.wholeNanoseconds
  }

  /// In nanoseconds; as assumed until there is a sample.
  var nanoseconds: UInt64 {
    if let known { return known }
    return handler.median.map { $0.adding(orNever: layout.nanoseconds) } ?? assumed
  }

  /// Takes a delivery in.
  mutating func learn(_ timing: DeliveryTiming) {
    handler.add(timing.mainNanoseconds)
    layout.learn(timing)
  }

  /// Goes on with what `old` has learnt.
  mutating func inherit(from old: DeliveryCost) {
    handler = old.handler
    layout = old.layout
  }

  /// For how long one update may wait until its waiting is worth `cost`; the longest time there is
  /// where that is longer.
  static func patience(nanoseconds cost: UInt64, price: Double) -> UInt64 {
    UInt64(exactly: (Double(cost) / price).rounded(.up)) ?? .max
  }
}

/// What a layout commit takes of main, learnt from what passes between a handler's end and the next
/// thing that main does.
///
/// Other work of the app gets in between and makes a sample longer, never shorter; at an app's launch
/// it is there behind the very first delivery. So the third longest of the last five samples counts,
/// which two disturbed ones do not change, and nothing before there are three. And a commit counts as
/// a quarter of a second at the most: what is longer than a hang is other work, or is mended by no
/// pause.
struct LayoutCost: Sendable {
  /// A hang by Apple's definition; in nanoseconds.
  static let most: UInt64 = 250_000_000

  private var samples = RecentSamples()

  /// In nanoseconds.
  var nanoseconds: UInt64 { min(samples.thirdLargest ?? 0, Self.most) }

  mutating func learn(_ timing: DeliveryTiming) {
    if let settled = timing.settled { samples.add(settled - timing.end) }
  }
}

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

  /// The largest of all but two; nil where there are no more.
  var thirdLargest: UInt64? { samples.count < 3 ? nil : samples.sorted()[samples.count - 3] }

  /// The lower one of two; nil where there is no sample.
  var median: UInt64? {
    samples.isEmpty ? nil : samples.sorted()[(samples.count - 1) / 2]
  }
}

/// The last delivery, its layout commit included; all times in nanoseconds.
///
/// A layout commit comes after the handler has returned, with whatever else its turn changed, so
/// what one takes is an estimate.
struct LastDelivery: Sendable {
  /// When the handler was called; nil where there was none, or it was forgotten.
  private var start: UInt64?
  /// When it returned, and what it took of main; nil until the delivery is over.
  private var over: (end: UInt64, mainNanoseconds: UInt64)?
  private var layout = LayoutCost()

  /// What a policy that counts from the last delivery has due: 0 where there was none, never while
  /// one is under way, else what `rule` makes of its start, its end and what it took of main.
  func due(
    _ rule: (_ start: UInt64, _ end: UInt64, _ mainNanoseconds: UInt64) -> UInt64
  ) -> UInt64 {
    guard let start else { return 0 }
    guard let over else { return .max }
    let layout = layout.nanoseconds
    return rule(
      start, over.end.adding(orNever: layout), over.mainNanoseconds.adding(orNever: layout))
  }

  mutating func began(at now: UInt64) { (start, over) = (now, nil) }

  mutating func ended(_ timing: DeliveryTiming) {
    layout.learn(timing)
    // It may have been forgotten meanwhile.
    if start != nil { (start, over) = (timing.start, (timing.end, timing.mainNanoseconds)) }
  }

  /// Forgets when it was, but not what a layout commit takes.
  mutating func forget() { start = nil }
}
