/// Says when frames of a display begin: a `CADisplayLink`, GTK's frame clock. A coalescer with one delivers at the
/// beginning of a frame, at most once in each. Without one, ``Pace/frame(period:)`` uses a timer: its frames have the
/// right length, but a phase of their own.
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
/// Thread safety: `onNextFrame` is called on any thread.
public protocol FrameSource: Sendable {
  /// Runs `work` once, on the main thread, when the next frame begins, never inside this call; later if the display
  /// sleeps.
  func onNextFrame(_ work: @escaping @Sendable () -> Void)
}
