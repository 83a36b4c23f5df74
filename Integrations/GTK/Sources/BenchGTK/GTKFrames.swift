import BenchHarness
import CGtkList
import Coalesce
import Dispatch
import Synchronization

/// The frames of GTK's frame clock. Each begins with the clock's `update`, before the layout, so that deliveries in it
/// are painted in the same frame. The clock takes the length of a frame from the display, and stops while the window
/// is hidden.
///
/// Thread safety: `onNextFrame` may be called from any thread, `begin` only on the main thread.
final class GTKFrames: FrameSource {
  /// The frames of the process's only window.
  static let shared = GTKFrames()

  private let waiting = Mutex<[@Sendable () -> Void]>([])

  func onNextFrame(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    DispatchQueue.main.async { [self] in
      // Without a window, as with the headless view, the frame begins immediately.
      if !gtk_list_request_update() { begin() }
    }
  }

  /// Runs the waiting work, because a frame begins.
  func begin() {
    let due = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for work in due { work() }
  }
}

extension StrategyEntry {
  /// Like `frame`, but uses the frames of the display rather than of a timer.
  static let frameClock = StrategyEntry(
    name: "frame-clock", origin: "GTK's frame clock",
    summary: "as frame, with the frames of the display in place of a timer's",
    delivery: .reload, isRealTimeOnly: true, isInCoalesce: true
  ) { _, scheduler, port in
    let coalescer = Coalescer<UpdateCount>(
      .nextPass, on: .frames(GTKFrames.shared, scheduler: scheduler))
    coalescer.onDelivery { _ in port.reload() }
    return AttachedStrategy(coalescing: coalescer) { _ in .one }
  }
}
