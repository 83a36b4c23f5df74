import BenchHarness
import CGtkList
import Coalesce
import Dispatch
import Synchronization

/// The frames of GTK's frame clock: each begins with the clock's `update`, before the layout, so that what
/// is delivered there is painted in the same frame. The clock asks the display how long a frame is, and
/// stands still while the window is hidden.
///
/// Thread safety: `onNextFrame` may be called from any thread, `begin` on main.
final class GTKFrames: FrameSource {
  /// Those of the one window.
  static let shared = GTKFrames()

  private let waiting = Mutex<[@Sendable () -> Void]>([])

  func onNextFrame(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    DispatchQueue.main.async { [self] in
      // Where no window has been opened, as on a headless view, the frame begins at once.
      if !gtk_list_request_update() { begin() }
    }
  }

  /// A frame begins.
  func begin() {
    let due = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for work in due { work() }
  }
}

extension StrategyEntry {
  /// Frames of the display, where `frame` takes a timer's.
  static let frameClock = StrategyEntry(
    name: "frame-clock", origin: "GTK's frame clock",
    summary: "as frame, with the frames of the display in place of a timer's",
    delivery: .reload, isRealTimeOnly: true, isInCoalesce: true
  ) { _, scheduler, port in
    let coalescer = Coalescer<UpdateCount>(
      .nextPass, scheduler: scheduler, frames: GTKFrames.shared)
    coalescer.onDelivery { _ in port.reload() }
    return AttachedStrategy(coalescing: coalescer) { _ in .one }
  }
}
