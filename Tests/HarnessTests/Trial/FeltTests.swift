import BenchMath
import Testing

@testable import BenchHarness

/// The milliseconds of a frame.
private let period = 1_000.0 / 60

/// The metrics that a user notices, in small logs, computed by hand. A frame takes 16 ⅔ ms.
struct FeltTests {
  /// A log of updates at these times in milliseconds, none of them shown.
  private func log(_ times: [Double], end: Double = 1_000) -> TrialLog {
    var log = TrialLog(milliseconds: end)
    for time in times { log.update(at: time) }
    return log
  }

  /// The longest wait in milliseconds that the log's updates have if half of the main thread stays free.
  private func leastWait(
    _ log: TrialLog, reload: Int, change: (inout TrialLog) -> Void = { _ in }
  ) -> Double? {
    var log = log
    log.costs = CostModel(
      reload: .milliseconds(reload), visibleRows: 0, rowChange: .milliseconds(10))
    change(&log)
    return log.figure(.leastLatencyMax)
  }
}

extension FeltTests {
  /// A view that costs nothing can show everything at once, so 100 ms is the limit. The first turn is on the screen at
  /// 100 ms, the second 17 ms later.
  @Test func updateIsLateIfItIsOnTheScreenAfter100Milliseconds() {
    for (end, share) in [(100.0, 0.0), (101, 0.5)] {
      var log = log([0, 20])
      log.application(of: [0, 1], 90, end)
      #expect(log.figure(.lateShare) == share)
    }
  }

  @Test func updateThatIsNeverShownIsLateUnlessItWasNeverSubmitted() {
    var log = log([0, 10])
    log.application(of: [0], 20, 30)
    #expect(log.figure(.lateShare) == 0.5)
    log.update(at: 30, actual: nil)
    #expect(log.figure(.lateShare) == 0.5)
    #expect(TrialLog().figure(.lateShare) == nil)
  }

  /// A reload of 100 ms at 0; the next may start at 200 ms, and shows the second update 150 ms after it came.
  @Test func waitThatNoScheduleAvoidsIsNotLate() {
    #expect(isClose(leastWait(log([0, 150]), reload: 100), 150))
    for (end, share) in [(301.0, 0.0), (317, 0.5)] {
      var log = log([0, 150])
      log.application(of: [0], 0, 100)
      log.application(of: [1], 200, end)
      log.costs = CostModel(reload: .milliseconds(100), visibleRows: 0)
      #expect(log.figure(.lateShare) == share)
    }
  }

  /// An update that comes during a reload is shown by it, unless the reload reads the model when it begins.
  @Test func halfFreeScheduleReadsWhenTheViewDoes() {
    let log = log([0, 50])
    #expect(isClose(leastWait(log, reload: 100), 100))
    #expect(isClose(leastWait(log, reload: 100) { $0.readsAtDelivery = true }, 250))
  }

  /// The first row takes 10 ms, then 10 pass; the two others take 20 ms from 20 ms on, and are on the screen at 50.
  @Test func halfFreeScheduleChangesRowsOrReloads() {
    let log = log([0, 1, 2])
    func wait(_ reload: Int) -> Double? {
      leastWait(log, reload: reload) { $0.deliveryKind = .rowChange }
    }
    #expect(isClose(wait(1_000), 49))
    // A reload of 12 ms is cheaper than two rows: it ends at 32, and is on the screen at 33 ⅓.
    #expect(isClose(wait(12), 100.0 / 3 - 1))
  }

  /// No delivery can begin while the main thread scrolls until 80 ms, and the next frame comes at 83 ⅓.
  @Test func halfFreeScheduleWaitsForTheMainThread() {
    let wait = leastWait(log([10]), reload: 0) { $0.blocked = [0..<80_000_000] }
    #expect(isClose(wait, 250.0 / 3 - 10))
  }
}

extension FeltTests {
  /// The main thread blocks for 300 ms between a delivery and its layout.
  @Test func otherWorkInADeliverysTurnIsNotBusy() {
    var log = log([0], end: 2_000)
    log.reload(shown: [1], 100, 500)
    log.stalls = [150_000_000..<450_000_000]
    #expect(isClose(log.figure(.mainBusyPeakShare), 0.1))
    #expect(isClose(log.figure(.mainBusyShare), 0.05))
  }

  /// Time within 0.5 s of an update or delivery is active: from 0.5 to 1.695 s, 2.5 to 3.5 s, and the last 0.6 s.
  @Test func onlyTimeNearUpdatesAndDeliveriesIsActive() {
    var log = log([1_000, 3_000, 9_900], end: 10_000)
    log.reload(shown: [1], 1_005, 1_195)
    log.turn(5_005, 5_495)
    #expect(isClose(log.figure(.mainBusyActiveShare), 0.19 / 2.795))
    // Results are due at the 62nd and 302nd refresh, shown at the 72nd and 330th. Every turn can hitch.
    #expect(isClose(log.figure(.hitchRatio), 38 * period / 2.795))
  }

  /// One hour, which is a whole number of frames.
  @Test func silenceInTheLongestGapChangesOnlySharesOfTheWhole() {
    let trials = [0.0, 3_600_000].map { silence in
      var log = TrialLog(milliseconds: 4_500 + silence)
      let times = (0..<40).map { 20 * Double($0) }
      for time in times + times.map({ $0 + 3_000 + silence }) { log.update(at: time) }
      for start in stride(from: 10.0, to: 800, by: 70) {
        log.reload(shown: [min(40, Int32(start / 20) + 1)], start, start + 60)
      }
      for start in stride(from: 3_010 + silence, to: 3_800 + silence, by: 100) {
        let count = 41 + Int32((start - 3_000 - silence) / 20)
        log.reload(shown: [min(80, count)], start, start + 30)
      }
      log.reload(shown: [80], 3_810 + silence, 3_820 + silence)
      return TrialAnalysis(log)
    }
    for metric in [Metric].felt + [.hitchRatio, .latencyP95, .latencyMax] {
      let figures = trials.map(metric.value)
      #expect(
        isClose(figures[0], figures[1] ?? .nan) || figures == [nil, nil],
        "\(metric.name): \(figures)")
    }
    #expect(trials.allSatisfy { Metric.picturesPerSecond.value($0) ?? 0 > 0 })
    #expect(trials.allSatisfy { Metric.hitchRatio.value($0) ?? 0 > 0 })
    let shares = trials.compactMap(Metric.mainBusyShare.value)
    #expect(isClose(shares[0], shares[1] * (3_600_000 + 4_500) / 4_500))
  }
}

extension FeltTests {
  /// The same updates, 20 ms apart for 0.32 s, each shown after 5 ms or all in three reloads.
  @Test func picturesAreDistinctFramesInMotion() {
    let moving = log((0...16).map { 20 * Double($0) })
    var each = moving
    for index in 0...16 {
      each.application(of: [index], 20 * Double(index), 20 * Double(index) + 5)
    }
    // 17 turns end in 17 frames, the last of them after the motion.
    #expect(isClose(each.figure(.picturesPerSecond), 16 / 0.32))
    // Updates arrive in 17 frames; the first and the last are outside.
    #expect(isClose(each.figure(.possiblePicturesPerSecond), 15 / 0.32))
    var few = moving
    for end in [90.0, 190, 290] { few.reload(shown: [17], end - 2, end) }
    few.reload(shown: [17], 291, 292)  // in the same frame
    few.reload(shown: [17], 600, 602)  // after the motion
    #expect(isClose(few.figure(.picturesPerSecond), 3 / 0.32))
    #expect(moving.figure(.picturesPerSecond) == 0)
  }

  /// Motion has gaps of at most 50 ms and lasts at least 0.3 s.
  @Test(arguments: [
    (50.0, 7, true), (51, 20, false), (20, 16, true), (20, 15, false), (0, 9, false),
  ])
  func slowOrShortRunsAreNoMotion(gap: Double, count: Int, isMotion: Bool) {
    var log = log((0..<count).map { gap * Double($0) })
    log.reload(shown: [Int32(count)], 30, 40)
    #expect((log.figure(.picturesPerSecond) != nil) == isMotion)
    #expect((log.figure(.possiblePicturesPerSecond) != nil) == isMotion)
  }
}

/// Compares the figures that are found in one sweep with a plain search, on random logs in whole milliseconds.
struct FeltSearchTests {
  private struct Case {
    let arrivals: [(time: Int, view: Int)]
    let spans: [Range<Int>]
    let length: Int
    let reload: Int

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      length = Int.random(in: 300...5_000, using: &random)
      reload = Int.random(in: 1...150, using: &random)
      var (arrivals, spans): ([(time: Int, view: Int)], [Range<Int>]) = ([], [])
      var time = 0
      while time < length {
        arrivals.append((time, Int.random(in: 0...2, using: &random)))
        let isPause = Int.random(in: 0..<8, using: &random) == 0
        time += Int.random(in: 0...(isPause ? 1_500 : 60), using: &random)
      }
      time = 0
      while true {
        time += Int.random(in: 0...300, using: &random)
        let end = time + Int.random(in: 1...200, using: &random)
        guard end <= length else { break }
        spans.append(time..<end)
        time = end
      }
      (self.arrivals, self.spans) = (arrivals, spans)
    }

    var log: TrialLog {
      var log = TrialLog(views: 3, milliseconds: Double(length))
      for (time, view) in arrivals { log.update(at: Double(time), view: view) }
      for (place, span) in spans.enumerated() {
        log.reload(
          view: place % 3, shown: [Int32(arrivals.count)], Double(span.lowerBound),
          Double(span.upperBound))
      }
      log.costs = CostModel(reload: .milliseconds(reload), visibleRows: 0)
      return log
    }

    /// How much of the fullest window is in a span, found by its milliseconds.
    var busiest: Double {
      var sums = [0]
      for isBusy in marked(spans) { sums.append(sums[sums.count - 1] + (isBusy ? 1 : 0)) }
      let window = min(1_000, length)
      let all = (window...length).map { sums[$0] - sums[$0 - window] }
      return Double(all.max() ?? 0) / Double(window)
    }

    var active: Int {
      let times = spans + arrivals.map { $0.time..<$0.time }
      return marked(times.map { $0.lowerBound - 500..<$0.upperBound + 500 }).count { $0 }
    }

    /// Whether each millisecond of the trial is in one of `spans`.
    private func marked(_ spans: [Range<Int>]) -> [Bool] {
      var isIn = [Bool](repeating: false, count: length)
      for span in spans {
        for time in span.clamped(to: 0..<length) { isIn[time] = true }
      }
      return isIn
    }

    /// A turn's result is due at the second refresh from its start on; a late frame counts until it is shown.
    var worstHitches: Double {
      let count = length * 60 / 1_000 + 100
      var isLate = [Int](repeating: 0, count: count)
      for span in spans {
        let (due, shown) = (refresh(span.lowerBound) + 1, refresh(span.upperBound))
        for late in due..<max(due, shown) { isLate[late] = 1 }
      }
      return Double((60...count).map { isLate[($0 - 60)..<$0].reduce(0, +) }.max() ?? 0) * period
    }

    /// The number of the first refresh at this time or later.
    private func refresh(_ time: Int) -> Int { (time * 60 + 999) / 1_000 }

    /// Simulates the schedule with a list of waiting updates.
    var leastWait: Double {
      var (waiting, free, longest) = (arrivals, 0, 0.0)
      while let first = waiting.first {
        let start = max(first.time, free)
        let onScreen = Double(refresh(start + reload)) * period
        longest = max(longest, onScreen - Double(first.time))
        waiting.removeAll { $0.view == first.view && $0.time <= start + reload }
        free = start + 2 * reload
      }
      return longest
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func sweepAgreesWithAPlainSearch(seed: UInt64) {
    let random = Case(seed: seed)
    let trial = TrialAnalysis(random.log)
    let busy = Double(random.spans.reduce(0) { $0 + $1.count })
    #expect(isClose(Metric.mainBusyPeakShare.value(trial), random.busiest))
    #expect(isClose(Metric.mainBusyActiveShare.value(trial), busy / Double(random.active)))
    #expect(isClose(Metric.leastLatencyMax.value(trial), random.leastWait))
    // The windows of a shorter trial are not whole frames.
    guard random.length >= 1_000 else { return }
    #expect(isClose(Metric.hitchPeak.value(trial), random.worstHitches))
  }
}
