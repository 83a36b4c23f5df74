import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Testing

/// Deliveries at the frames of a display.
@MainActor struct DisplayFrameTests {
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
    let time = VirtualScheduler()
    let display = Display()
    var count = 0
    let graph = Coalescer<UpdateCount>(pace, scheduler: time, frames: display)
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
}
