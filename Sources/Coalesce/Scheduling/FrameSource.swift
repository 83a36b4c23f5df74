/// Signals when each frame of a display begins, like a `CADisplayLink` or GTK's frame clock. A coalescer with a source
/// delivers when a frame begins, at most once per frame, or after 100 ms without a frame. Without a source,
/// ``Pace/frame(period:)`` uses a timer, whose frames have the right length but are not in phase with the display.
///
/// On Apple systems (not built by this project's CI):
///
///     final class DisplayLinkFrames: FrameSource, @unchecked Sendable {
///       private var waiting: [@Sendable () -> Void] = []  // on the main thread
///       private lazy var link = CADisplayLink(target: self, selector: #selector(tick))
///       @MainActor init() { link.add(to: .main, forMode: .common) }
///       func onNextFrame(_ work: @escaping @Sendable () -> Void) {
///         DispatchQueue.main.async { self.waiting.append(work); self.link.isPaused = false }
///       }
///       @objc private func tick() {
///         let due = waiting
///         waiting = []
///         link.isPaused = due.isEmpty
///         due.forEach { $0() }
///       }
///     }
///
/// Thread safety: `onNextFrame` may be called on any thread.
public protocol FrameSource: Sendable {
  /// Runs `work` once, on the main thread, when the next frame begins, and never inside this call. While the display
  /// sleeps, `work` may run later or never: what is pending is delivered without it after 100 ms.
  func onNextFrame(_ work: @escaping @Sendable () -> Void)
}
