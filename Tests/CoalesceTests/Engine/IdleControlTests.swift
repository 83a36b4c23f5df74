import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Controls that have nothing to do must neither cause nor delay a delivery.
struct IdleControlTests {
  enum Control: CaseIterable {
    case pauseAndResume, flush, cancelPending, samePace, startAndStopRecording

    func use(_ stage: Stage, _ pace: Pace) {
      switch self {
      case .pauseAndResume:
        stage.pause()
        stage.resume()
      case .flush: stage.coalescer?.flush()
      case .cancelPending: stage.coalescer?.cancelPending()
      case .samePace: stage.coalescer?.pace = pace
      case .startAndStopRecording: stage.coalescer?.startRecording(capacity: 1).stop()
      }
    }

    /// Controls that do not affect pending updates.
    static let whileSomethingWaits: [Control] = [.samePace, .startAndStopRecording]
  }

  /// Three updates at once, and three more 20 ms later; deliveries take 1 ms.
  private func play(_ pace: Pace, at time: Duration, _ control: Control?) -> [Stage.Delivery] {
    let stage = Stage(pace, cost: .milliseconds(1))
    for number in 0..<3 {
      for start in [0, 20] {
        stage.at(.milliseconds(start), .background) { stage.submit(start + number) }
      }
    }
    // At these times, updates wait for their policy, not for a dispatch.
    if let control { stage.at(time, .main) { control.use(stage, pace) } }
    stage.run()
    return stage.deliveries
  }

  @Test(arguments: DeliveryPauseTests.policies, Control.whileSomethingWaits)
  func settingTheSamePaceOrRecordingNothingDelaysNoDelivery(_ pace: Pace, _ control: Control) {
    for time in [500, 2_500, 9_500, 20_500, 22_500] {
      #expect(
        play(pace, at: .microseconds(time), control) == play(pace, at: .zero, nil),
        "after \(time) µs")
    }
  }

  /// Used before the first update, and after all have been delivered.
  @Test(arguments: DeliveryPauseTests.policies, Control.allCases)
  func controlsWithNothingPendingHaveNoEffect(_ pace: Pace, _ control: Control) {
    let usual = Stage(pace)
    let stage = Stage(pace)
    for each in [stage, usual] {
      each.at(.seconds(1), .background) { each.submit(1, 2) }
      each.at(.seconds(3), .background) { each.submit(3) }
    }
    for time in [500, 2_000, 5_000] {
      stage.at(.milliseconds(time), .main) { control.use(stage, pace) }
    }
    stage.run()
    usual.run()
    #expect(stage.deliveries == usual.deliveries)
  }

  /// No control makes a cancelled coalescer deliver, keep updates or set a timer.
  @Test(arguments: DeliveryPauseTests.policies, Control.allCases)
  func cancelIsPermanent(_ pace: Pace, _ control: Control) throws {
    for pauses in [false, true] {
      let (stage, scheduler) = Stage.counting {
        Coalescer(pace, on: .scheduler($0), onDelivery: $1)
      }
      let coalescer = try #require(stage.coalescer)
      let use = {
        control.use(stage, pace)
        stage.pause(atMost: .milliseconds(3))
        coalescer.resetTiming()
        stage.submit(2, 3)
        coalescer.submit(OrderedUpdates([4]), within: .zero)
        coalescer.handle { _ in Issue.record("A delivery after the cancel.") }
        #expect(coalescer.pendingCount == 0)
        #expect(scheduler.setTimerCount == 0)
      }
      var made = 0
      stage.at(.milliseconds(1), .main) {
        if pauses { stage.pause(atMost: .seconds(9)) }
        stage.submit(1)
        // Some policies deliver inside `submit`.
        made = stage.deliveries.count
        coalescer.cancel()
        use()
        coalescer.cancel()
        use()
        stage.resume()
        use()
      }
      stage.at(.seconds(1), .main) { use() }
      stage.run()
      #expect(stage.deliveries.count == made)
      #expect(coalescer.isCancelled)
      #expect(coalescer.pendingCount == 0)
      #expect(coalescer.statistics.deliveries == made)
    }
  }
}
