import Coalesce
import Harness
import Synchronization

/// Ignores what is submitted in a pause.
///
/// Defect: nobody remembers that something came, and after the pause the view shows what was before
/// it. It behaves as long as nothing comes in a pause.
///
/// Origin: `guard view.window != nil else { return }` in front of a reload.
///
/// Breaks: `pause-loses-nothing`.
final class BadPauseDrops: UpdateStrategy {
  private let inner: Coalescer<UpdateCount>
  private let isPaused = Atomic<Bool>(false)

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    inner = Coalescer(.nextPass, scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: UpdateCount) {
    // The defect.
    guard !isPaused.load(ordering: .acquiring) else { return }
    inner.submit(update)
  }

  func submit(_ update: UpdateCount, within bound: Duration) {
    guard !isPaused.load(ordering: .acquiring) else { return }
    inner.submit(update, within: bound)
  }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }

  /// What it can do besides.
  var powers: AttachedStrategy.Powers {
    AttachedStrategy.Powers(
      submitWithin: { [self] in submit(.one, within: $1) },
      pause: { [self] in
        isPaused.store(true, ordering: .releasing)
        inner.pause()
      },
      resume: { [self] in
        isPaused.store(false, ordering: .releasing)
        inner.resume()
      }, cancelPending: inner.cancelPending, reset: inner.reset)
  }
}
