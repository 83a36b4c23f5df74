import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// `pause(atMost:)`: nothing is delivered during a pause, and nothing is lost.
struct DeliveryPauseTests {
  static let policies: [Pace] = [
    .nextPass, .throttle(for: .milliseconds(10)),
    .throttleInSubmit(for: .milliseconds(10)),
    .throttleEndToStart(for: .milliseconds(10)), .rateAdaptive(),
    .debounce(for: .milliseconds(10)), .frame(), .balanced(),
    .balancedEager(), .budget(),
  ]

  @Test(arguments: policies, Origin.allCases)
  func endOfAPauseDeliversItsUpdatesTogether(_ pace: Pace, _ origin: Origin) {
    let stage = Stage(pace)
    stage.at(.zero, origin) { stage.pause() }
    stage.submit(1...50, every: .milliseconds(4), origin)
    stage.at(.milliseconds(300), origin) {
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 50)
      stage.resume()
      #expect(stage.shown.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [Array(1...50)])
    #expect(stage.starts == [.microseconds(300_050)])
  }

  @Test(arguments: policies)
  func pauseOverridesBoundsAndFlush(_ pace: Pace) {
    let stage = Stage(pace)
    stage.at(.zero, .main) { stage.pause() }
    stage.at(.milliseconds(5), .main) {
      stage.submit(1)
      stage.coalescer?.submit(OrderedUpdates([2]), within: .zero)
      stage.coalescer?.submit(OrderedUpdates([3]), within: .milliseconds(16))
      stage.strategy?.flush()
      stage.coalescer?.resetTiming()
    }
    stage.at(.seconds(5), .main) {
      #expect(stage.shown.isEmpty)
      stage.resume()
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2, 3]])
    #expect(stage.starts == [.seconds(5) + .microseconds(50)], "bounds are met when the pause ends")
  }

  /// Even if the policy would wait longer.
  @Test(arguments: policies)
  func expiredPauseDeliversImmediately(_ pace: Pace) {
    let stage = Stage(pace)
    stage.at(.zero, .background) { stage.pause(atMost: .milliseconds(101)) }
    stage.at(.milliseconds(100), .background) { stage.submit(1) }
    stage.run()
    #expect(stage.starts == [.milliseconds(101) + .microseconds(50)])
  }

  @Test(arguments: policies)
  func pauseHoldsBackScheduledDeliveries(_ pace: Pace) {
    let stage = Stage(pace)
    stage.at(.zero, .background) { stage.submit(1) }
    // The pause begins before the main thread has woken up.
    stage.at(.microseconds(10), .background) { stage.pause() }
    stage.at(.seconds(5), .background) {
      #expect(stage.shown.isEmpty)
      stage.resume()
    }
    stage.run()
    #expect(stage.starts == [.seconds(5) + .microseconds(50)])
  }

  @Test(arguments: policies)
  func pauseShorterThanADispatchDelaysNoDelivery(_ pace: Pace) {
    let stage = Stage(pace)
    stage.at(.zero, .background) {
      stage.submit(1)
      stage.pause()
      stage.submit(2)
      stage.resume()
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[1, 2]])
    #expect(stage.starts == [.microseconds(50)])
  }

  @Test(arguments: policies)
  func pauseInsideADeliveryHoldsBackTheNextDelivery(_ pace: Pace) {
    let stage = Stage(pace)
    stage.cost = .milliseconds(3)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.pause()
      stage.submit(2)
    }
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(.seconds(3), .background) {
      #expect(stage.shown == [1])
      stage.resume()
    }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
  }

  /// The limit and the end of the hold of each of two pauses, and when deliveries resume, in milliseconds.
  private static let pairs: [(first: (Int?, Int?), second: (Int?, Int?), end: Int?)] = [
    ((nil, 20), (nil, 30), 30), ((nil, 30), (nil, 20), 30), ((20, nil), (30, nil), 30),
    ((30, nil), (20, nil), 30), ((nil, 20), (30, nil), 30), ((30, 20), (nil, 25), 25),
    ((20, 30), (25, 40), 25), ((20, nil), (nil, nil), nil), ((nil, nil), (nil, 20), nil),
  ]

  @Test(arguments: pairs.indices) func deliveriesResumeAfterAllPausesEnd(_ index: Int) throws {
    let (first, second, end) = Self.pairs[index]
    let stage = Stage(.nextPass, hop: .zero)
    let coalescer = try #require(stage.coalescer)
    let holds = [first, second].map { coalescer.pause(atMost: $0.0.map { .milliseconds($0) }) }
    stage.submit(1)
    for (hold, ended) in zip(holds, [first.1, second.1]) {
      guard let ended else { continue }
      // Ending a hold twice has no further effect.
      for time in [ended, ended + 1] {
        stage.at(.milliseconds(time), .background) { hold.end() }
      }
    }
    stage.run()
    #expect(stage.starts == (end.map { [.milliseconds($0)] } ?? []))
    withExtendedLifetime(holds) {}
  }

  @Test func pausedGroupServesNoMember() {
    let views = Views(3)
    let hold = views.group.pause()
    for view in 0..<3 { views.submit(to: view) }
    views.scheduler.run()
    #expect(views.order.isEmpty)
    hold.end()
    views.scheduler.run()
    #expect(views.order == [0, 1, 2])
  }

  enum Idle: CaseIterable { case paused, dropped, flushed, cancelled, withoutATarget }

  /// With nothing to deliver, the coalescer sets no timer.
  @Test(arguments: Idle.allCases) @MainActor func noTimerRunsWithNothingToDeliver(_ idle: Idle)
    throws
  {
    final class Screen {}
    var screen: Screen? = Screen()
    let double = SchedulerDouble(VirtualScheduler())
    let coalescer = Coalescer<UpdateCount>(.debounce(), on: .scheduler(double))
    coalescer.onDelivery(to: try #require(screen)) { (_: Screen) in }
    coalescer.setNeedsUpdate()
    #expect(double.setTimerCount == 1)
    var hold: DeliveryPause?
    switch idle {
    case .paused: hold = coalescer.pause()
    case .dropped: coalescer.cancelPending()
    case .flushed: coalescer.flush()
    case .cancelled: coalescer.cancel()
    case .withoutATarget:
      screen = nil
      coalescer.flush()
    }
    #expect(double.setTimerCount == 0)
    if idle == .paused { coalescer.setNeedsUpdate() }
    #expect(double.setTimerCount == 0)
    withExtendedLifetime((hold, screen)) {}
  }

  private let time = VirtualScheduler()
  private let shown = Recorder<[Int]>()

  private func list() -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(.nextPass, on: .scheduler(time)) { [shown] in shown.record($0.elements) }
  }

  @Test func flushDeliversAfterAnExpiredPause() {
    let list = list()
    time.onMain(at: .zero) { [time, shown] in
      let hold = list.pause(atMost: .milliseconds(5))
      list.submit(1)
      time.spend(.milliseconds(50))
      list.flush()
      #expect(shown.all == [[1]])
      withExtendedLifetime(hold) {}
    }
    time.run()
    #expect(shown.all == [[1]])
  }

  @Test func coalescerReleasedInAPauseDeliversNothing() {
    var list: Coalescer? = list()
    let hold = list?.pause()
    list?.submit(1)
    weak let gone = list
    list = nil
    #expect(gone == nil)
    hold?.end()
    time.run()
    #expect(shown.all.isEmpty)
  }
}
