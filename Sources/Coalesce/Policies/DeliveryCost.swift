/// How much main-thread time a delivery takes, layout commit included: known beforehand, or learnt.
///
/// `docs/in-an-app.md` says what is counted and what is missed. Only `longest` trusts a single sample. Other figures
/// count a first sample as at most `assumed`, and of two samples the shorter. The median layout commit is added once
/// three commits have been timed.
package struct DeliveryCost: Sendable {
  /// The most that a layout commit counts as: Apple's threshold for a hang. A longer commit includes other work.
  package static let longestLayout: UInt64 = 250_000_000

  private let known: UInt64?
  private let assumed: UInt64
  private var handler = RecentSamples()
  private var layout = RecentSamples()

  /// `assumed` is the cost until there are samples, and the most that a single sample counts as.
  package init(known: Duration? = nil, assumed: Duration = .zero) {
    self.known = known?.wholeNanoseconds
    self.assumed = assumed.wholeNanoseconds
  }

  package var isKnown: Bool { known != nil }

  /// The known cost or, if it is learnt, the median of the newest five, in nanoseconds.
  package var nanoseconds: UInt64 { known ?? trusted { $0.median } }

  /// The known cost or, if it is learnt, the second longest of the newest five, in nanoseconds.
  package var usualMost: UInt64 { known ?? trusted { $0.secondLargest } }

  /// The known cost or, if it is learnt, the longest of the newest five, in nanoseconds.
  package var longest: UInt64 {
    known ?? handler.largest.map { $0.adding(orNever: layoutNanoseconds) } ?? assumed
  }

  /// 100 ms, which people begin to notice, minus the frame in which a delivery is shown.
  static let unnoticed: UInt64 = 83_000_000

  /// The most that a delivery counts as, however long it took.
  var mostTrusted: UInt64 { max(usualMost, Self.unnoticed) }

  package var layoutNanoseconds: UInt64 {
    layout.count < 3 ? 0 : min(layout.median ?? 0, Self.longestLayout)
  }

  private func trusted(_ typical: (RecentSamples) -> UInt64?) -> UInt64 {
    guard let sample = typical(handler) else { return assumed }
    let handler = handler.count == 1 ? min(sample, assumed) : sample
    return handler.adding(orNever: layoutNanoseconds)
  }

  package mutating func learn(_ timing: DeliveryTiming) {
    handler.add(timing.mainNanoseconds)
    if let sample = timing.layoutNanoseconds { layout.add(sample) }
  }

  package mutating func inherit(from old: DeliveryCost) {
    handler = old.handler
    layout = old.layout
  }

  /// How long one update can wait, in nanoseconds, before its waiting costs `cost` at `price`; `.max` on overflow.
  package static func patience(nanoseconds cost: UInt64, price: Double) -> UInt64 {
    UInt64(exactly: (Double(cost) / price).rounded(.up)) ?? .max
  }
}
