/// What one delivery takes of main, its layout commit included: known beforehand, or learnt.
///
/// The rule, for every policy, whoever delivers:
/// - A handler that returns took main from its call to its return, and so did a consumer from one
///   element to its asking for the next. An asynchronous handler on main took no longer than main
///   computed meanwhile: other work that main did while the handler was suspended is counted, time in
///   which main had nothing to do is not.
/// - The layout commit is what passes between the end of the turn's blocks and the next turn, shared
///   by all deliveries of the turn. So work that was posted before the layout commit is not counted. Where
///   the scheduler cannot tell when the blocks end, it is.
/// - No single sample is believed. Until there are two, a delivery counts as `assumed` or as its own
///   time, whichever is less; of two, the shorter counts; and from then on either the median of the
///   newest five, or the second longest, as the policy asks. A layout commit counts from three samples on, as their
///   median, and as a quarter of a second at the most: what is longer than a hang is other work, or is
///   mended by no pause.
///
/// What it cannot know: what other work a suspended handler waited beside, and what was posted to main
/// between the turn's beginning and the delivery and runs ahead of the marker behind the layout
/// commit. Both make a cost too large, and neither lasts unless it is beside three deliveries of five. And
/// where an asynchronous handler blocks main without computing, its cost is too small.
struct DeliveryCost: Sendable {
  /// A hang by Apple's definition; in nanoseconds.
  static let longestLayout: UInt64 = 250_000_000

  private let known: UInt64?
  private let assumed: UInt64
  private var handler = RecentSamples()
  private var layout = RecentSamples()

  /// - Parameters:
  ///   - known: the cost; nil to learn it.
  ///   - assumed: what counts until there are samples; with nothing, the first delivery waits for
  ///     nothing.
  init(known: Duration? = nil, assumed: Duration = .zero) {
    self.known = known?.wholeNanoseconds
    self.assumed = assumed.wholeNanoseconds
  }

  /// What a delivery takes as a rule, by the median, in nanoseconds.
  var nanoseconds: UInt64 { known ?? believed(\.median) }

  /// What all deliveries but one of five take at the most, in nanoseconds.
  var usualMost: UInt64 { known ?? believed(\.secondLargest) }

  /// What the longest of the newest five took, in nanoseconds.
  var longest: UInt64 {
    known ?? handler.largest.map { $0.adding(orNever: layoutNanoseconds) } ?? assumed
  }

  /// What a layout commit takes, in nanoseconds.
  var layoutNanoseconds: UInt64 {
    layout.count < 3 ? 0 : min(layout.median ?? 0, Self.longestLayout)
  }

  private func believed(_ typical: (RecentSamples) -> UInt64?) -> UInt64 {
    guard let sample = typical(handler) else { return assumed }
    let handler = handler.count == 1 ? min(sample, assumed) : sample
    return handler.adding(orNever: layoutNanoseconds)
  }

  /// Takes a delivery in.
  mutating func learn(_ timing: DeliveryTiming) {
    handler.add(timing.mainNanoseconds)
    if let sample = timing.layoutNanoseconds { layout.add(sample) }
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

/// The newest five of many samples.
struct RecentSamples: Sendable {
  static let capacity = 5

  private var samples: [UInt64] = []
  private var oldest = 0

  var count: Int { samples.count }

  mutating func add(_ sample: UInt64) {
    if samples.count < Self.capacity {
      samples.append(sample)
    } else {
      samples[oldest] = sample
      oldest = (oldest + 1) % samples.count
    }
  }

  var largest: UInt64? { samples.max() }

  /// The second largest, which is the smaller one of two; the only one where there is one.
  var secondLargest: UInt64? {
    samples.isEmpty ? nil : samples.sorted()[max(0, samples.count - 2)]
  }

  /// The lower one of two; nil where there is no sample.
  var median: UInt64? {
    samples.isEmpty ? nil : samples.sorted()[(samples.count - 1) / 2]
  }
}

/// The last delivery, its layout commit included; all times in nanoseconds.
struct LastDelivery: Sendable {
  /// When the handler was called; nil where there was none, or it was forgotten.
  private var start: UInt64?
  /// When it returned, and what it took of main; nil until the delivery is over.
  private var over: (end: UInt64, mainNanoseconds: UInt64)?
  private var cost = DeliveryCost()

  /// What a policy that counts from the last delivery has due: 0 where there was none, never while
  /// one is under way, else what `rule` makes of its start, its end and how long it took of main, or
  /// what deliveries usually take at the most, whichever is less.
  func due(
    _ rule: (_ start: UInt64, _ end: UInt64, _ mainNanoseconds: UInt64) -> UInt64
  ) -> UInt64 {
    guard let start else { return 0 }
    guard let over else { return .max }
    let layout = cost.layoutNanoseconds
    return rule(
      start, over.end.adding(orNever: layout),
      min(over.mainNanoseconds.adding(orNever: layout), cost.usualMost))
  }

  mutating func began(at now: UInt64) { (start, over) = (now, nil) }

  mutating func ended(_ timing: DeliveryTiming) {
    cost.learn(timing)
    // It may have been forgotten meanwhile.
    if start != nil { (start, over) = (timing.start, (timing.end, timing.mainNanoseconds)) }
  }

  /// Forgets when it was, but not what a delivery takes.
  mutating func forget() { start = nil }
}
