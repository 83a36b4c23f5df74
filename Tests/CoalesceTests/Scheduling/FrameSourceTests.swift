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
      time.run(until: time.now + .milliseconds(90))
      #expect(count == frame - 1)
      display.tick()
      display.tick()
      time.run()
      #expect(count == frame)
    }
  }

  private let time = VirtualScheduler()
  private let times = Recorder<Duration>()

  private func reload(on frames: any FrameSource) -> Reload {
    let reload = Reload(.nextPass, on: .frames(frames, scheduler: time))
    reload.onDelivery { [times, time] in times.record(time.now) }
    return reload
  }

  /// A sleeping display, which makes no frames.
  private struct Asleep: FrameSource {
    func onNextFrame(_ work: @escaping @Sendable () -> Void) {}
  }

  @Test func boundedUpdateDoesNotWaitForAFrame() {
    let reload = reload(on: Asleep())
    reload.submit(.one)
    time.at(.milliseconds(10)) { reload.submit(.one, within: .milliseconds(16)) }
    time.run()
    #expect(times.count == 1)
    #expect(times.all.allSatisfy { $0 <= .milliseconds(26) + .microseconds(100) })
    #expect(reload.statistics.submissions == 2)
  }

  @Test func deliveryAfterAPauseWaitsForAFrame() {
    let reload = reload(on: Asleep())
    let hold = reload.pause()
    reload.submit(.one)
    hold.end()
    time.run(until: .milliseconds(90))
    #expect(times.count == 0)
    reload.flush()
    #expect(times.count == 1)
  }

  /// The display wakes up after 350 ms.
  @Test func sleepingDisplayStallsNothing() {
    let display = Display()
    let reload = reload(on: display)
    for step in 0..<400 { time.at(.milliseconds(step)) { reload.submit(.one) } }
    time.onMain(at: .milliseconds(350)) { display.tick() }
    time.run()
    let shown = times.all.map { Int($0 / .milliseconds(1)) }
    #expect(shown == [100, 201, 302, 350, 451], "100 ms after the first submission, or a frame")
    #expect(reload.pendingCount == 0)
  }
}
