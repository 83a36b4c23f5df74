import Coalesce
import BenchLibrarySupport
import Testing

/// Behaviour shared by several policies.
struct EveryPolicyTests {
  private static func throttle(_ interval: Duration) -> Pace {
    .throttleInSubmit(for: interval)
  }

  private static func endToStart(_ interval: Duration) -> Pace {
    .throttleEndToStart(for: interval)
  }

  private static func rateAdaptive(_ minimum: Int, by increment: Int = 5) -> Pace {
    .rateAdaptive(
      minimum: .milliseconds(minimum), increment: .milliseconds(increment),
      maximum: .milliseconds(30))
  }

  private static let debounce = Pace.debounce(for: .milliseconds(3), maximum: .milliseconds(8))
  private static let framesOfFour = Pace.frame(period: .milliseconds(4))
  private static let ten = Duration.milliseconds(10)
  private static let forEver = Duration.seconds(Int64.max)

  static let leading: [Pace] = [throttle(ten), endToStart(ten), rateAdaptive(10)]

  @Test(arguments: leading.indices)
  func firstUpdateOnMainIsDeliveredInsideSubmit(_ index: Int) {
    let stage = Stage(Self.leading[index])
    stage.at(.zero, .main) {
      stage.submit(1, 2)
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  /// These deliver nothing inside `submit`, even without a wait or at a frame's boundary.
  static let trailing: [Pace] = [.debounce(for: .zero), framesOfFour]

  @Test(arguments: trailing.indices)
  func nothingIsDeliveredInsideSubmit(_ index: Int) {
    let stage = Stage(Self.trailing[index], hop: .zero)
    stage.at(.milliseconds(8), .main) {
      stage.submit(1, 2)
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2]])
    #expect(stage.starts == [.milliseconds(8)])
  }

  /// Two updates are submitted; `shown` are those that the policy shows.
  static let endless: [(policy: Pace, shown: [Int])] = [
    (throttle(forEver), [1]), (endToStart(forEver), [1]),
    (.debounce(for: forEver, maximum: forEver), []), (.frame(period: forEver), []),
  ]

  /// The longest interval must not overflow a sum of times.
  @Test(arguments: endless.indices)
  func longestIntervalNeverEnds(_ index: Int) {
    let (policy, shown) = Self.endless[index]
    let stage = Stage(policy)
    stage.at(.milliseconds(1), .main) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == shown)
    #expect(stage.pendingCount == 2 - shown.count)
  }

  /// The time from a delivery to the next one if the first submits an update.
  static let chains: [(policy: Pace, milliseconds: Int)] = [
    (throttle(.zero), 0), (throttle(ten), 10), (endToStart(.zero), 0), (endToStart(ten), 10),
    (debounce, 3), (framesOfFour, 4),
  ]

  @Test(arguments: chains.indices)
  func updateSubmittedInADeliveryIsDeliveredWithoutRecursion(_ index: Int) throws {
    let (policy, milliseconds) = Self.chains[index]
    let stage = Stage(policy, hop: .zero)
    stage.inside = { elements in
      guard let last = elements.last, last < 500 else { return }
      stage.submit(last + 1)
    }
    stage.at(.zero, .main) { stage.submit(0) }
    stage.run()
    let first = try #require(stage.starts.first)
    #expect(stage.starts == (0...500).map { first + .milliseconds(milliseconds * $0) })
    #expect(stage.deepest == 1)
    #expect(stage.deliveries.map(\.elements) == (0...500).map { [$0] })
  }

  /// The starts of deliveries if 1 is submitted at 0 ms and 2 at 2 ms, followed there by a flush and 3.
  static let flushed: [(policy: Pace, cost: Int, starts: [Int])] = [
    (throttle(ten), 0, [0, 2, 12]), (endToStart(ten), 3, [0, 3, 16]),
    // The flushed update had waited, so the next interval is the longer one.
    (rateAdaptive(10), 0, [0, 2, 17]), (debounce, 0, [2, 5]), (framesOfFour, 0, [0, 2, 4]),
  ]

  @Test(arguments: flushed.indices)
  func updateAfterAFlushWaits(_ index: Int) {
    let (policy, cost, starts) = Self.flushed[index]
    let stage = Stage(policy, hop: .zero, cost: .milliseconds(cost))
    stage.at(.zero, .main) { stage.submit(1) }
    stage.at(.milliseconds(2), .main) {
      stage.submit(2)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2])
      stage.submit(3)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
    #expect(stage.starts == starts.map { .milliseconds($0) })
  }

  /// Policies, and for each the length of a delivery, in ms, that exceeds the interval.
  static let dear: [(policy: Pace, milliseconds: Int)] = [
    (throttle(ten), 25), (rateAdaptive(10), 70),
  ]

  @Test(arguments: dear.indices, Origin.allCases)
  func slowDeliveriesLeaveTheMainThreadHalfIdle(_ index: Int, _ origin: Origin) {
    let (policy, total) = Self.dear[index]
    for layout in [0, total * 2 / 5, total * 3 / 5, total * 9 / 10, total] {
      let stage = Stage(policy, cost: .milliseconds(total - layout))
      stage.layout = .milliseconds(layout)
      for number in 0..<1_000 {
        stage.at(.milliseconds(number), origin) { stage.submit(number) }
      }
      stage.run()
      #expect(stage.shown == Array(0..<1_000))
      let gaps = zip(stage.starts.dropFirst(), stage.starts).map { $0 - $1 }
      for (number, gap) in gaps.enumerated() {
        // The handler's own time counts from the second delivery on, the layout commit from the
        // third.
        let busy = number == 0 ? 0 : layout == 0 || number >= 2 ? total : total - layout
        #expect(gap >= .milliseconds(max(total, 2 * busy)), "layout \(layout) ms")
      }
      #expect(stage.deliveries.count > 5)
    }
  }
}
