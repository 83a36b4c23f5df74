/// Says when frames of a display begin: a `CADisplayLink`, GTK's frame clock. A coalescer with one delivers
/// at the beginning of a frame, at most once in each.
///
/// Without one, ``Pace/frame(period:)`` takes a timer, which knows no display: its frames have the right
/// length and a phase of their own.
///
/// On Apple systems (not built by this project's CI):
///
///     final class DisplayLinkFrames: FrameSource, @unchecked Sendable {
///       private let waiting = Mutex<[@Sendable () -> Void]>([])
///       private var link: CADisplayLink!
///       @MainActor init() {
///         link = CADisplayLink(target: self, selector: #selector(tick))
///         link.isPaused = true
///         link.add(to: .main, forMode: .common)
///       }
///       func onNextFrame(_ work: @escaping @Sendable () -> Void) {
///         waiting.withLock { $0.append(work) }
///         DispatchQueue.main.async { self.link.isPaused = false }
///       }
///       @objc private func tick() {
///         let due = waiting.withLock { waiting in defer { waiting = [] }; return waiting }
///         if due.isEmpty { link.isPaused = true }
///         due.forEach { $0() }
///       }
///     }
///
/// Thread safety: `onNextFrame` is called on any thread.
public protocol FrameSource: Sendable {
  /// Runs `work` once, on the main thread, at the beginning of the next frame. Never inside this call. A
  /// source whose display sleeps may take as long as it likes.
  func onNextFrame(_ work: @escaping @Sendable () -> Void)
}
