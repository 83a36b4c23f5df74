import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Deliveries at the frames of a display.
@MainActor struct FrameSourceTests {
  private final class Display: FrameSource {
    private let waiting = Locked<[@Sendable () -> Void]>([])

    func onNextFrame(_ work: @escaping @Sendable () -> Void) {
      waiting.withLock { $0.append(work) }
    }

    func tick() {
      waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }.forEach { $0() }
    }
  }

  /// Even a pace that delivers inside submissions waits for the frame.
  @Test(arguments: [Pace.nextPass, .throttleInSubmit(for: .zero)])
  func deliveriesWaitForTheFramesOfADisplay(_ pace: Pace) {
    let display = Display()
    var count = 0
    let graph = Coalescer<UpdateCount>(pace, on: .frames(display, scheduler: time))
    graph.onDelivery { count += 1 }
    for frame in 1...3 {
      for _ in 0..<10 { graph.setNeedsUpdate() }
      time.run()
      #expect(count == frame - 1)
      display.tick()
      display.tick()
      time.run()
      #expect(count == frame)
    }
  }

  private let time = VirtualScheduler()
  private let times = Recorder<Duration>()

  /// A sleeping display, which makes no frames.
  private struct Asleep: FrameSource {
    func onNextFrame(_ work: @escaping @Sendable () -> Void) {}
  }

  @Test func boundedUpdateDoesNotWaitForAFrame() {
    let reload = Coalescer<UpdateCount>(.nextPass, on: .frames(Asleep(), scheduler: time))
    reload.onDelivery { [times, time] in times.record(time.now) }
    reload.submit(.one)
    time.at(.milliseconds(10)) { reload.submit(.one, within: .milliseconds(16)) }
    time.run()
    #expect(times.count == 1)
    #expect(times.all.allSatisfy { $0 <= .milliseconds(26) + .microseconds(100) })
    #expect(reload.statistics.submissions == 2)
  }

  @Test func deliveryAfterAPauseWaitsForAFrame() {
    let reload = Coalescer<UpdateCount>(.nextPass, on: .frames(Asleep(), scheduler: time))
    reload.onDelivery { [times, time] in times.record(time.now) }
    let hold = reload.pause()
    reload.submit(.one)
    hold.end()
    time.run()
    #expect(times.count == 0)
    reload.flush()
    #expect(times.count == 1)
  }
}
