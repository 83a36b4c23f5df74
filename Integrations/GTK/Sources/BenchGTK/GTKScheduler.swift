import BenchHarness
import Coalesce
import CoalesceStrategies
import Synchronization

/// The app's main thread, whose views are laid out and drawn in frames of GTK. What a turn changed costs what the main
/// thread works from then on until the frame is painted, because GTK measures new rows before the frame begins.
///
/// Thread safety: as of every scheduler; what the toolkit calls belongs to the main thread.
final class GTKScheduler: SourceScheduler {
  static let shared = GTKScheduler()

  private struct Waiting {
    var layouts: [(worked: UInt64, done: @Sendable (UInt64, UInt64) -> Void)] = []
    var work: [@Sendable () -> Void] = []
    /// The main thread's work in earlier turns of its loop, and when it began to work in this one.
    var worked: UInt64 = 0, wokeAt: UInt64 = 0
  }

  private let base = mainScheduler
  private let waiting = Mutex(Waiting())

  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  var isMain: Bool { base.isMain }
  var turns: MainTurns { base.turns }
  func onMain(_ work: @escaping @Sendable () -> Void) { base.onMain(work) }
  func makeTimer() -> any UpdateTimer { base.makeTimer() }
  func makeSignal(_ kind: SignalKind) -> any UpdateSignal { base.makeSignal(kind) }
  func makeQueue(label: String) -> any UpdateQueue { base.makeQueue(label: label) }

  func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
    let now = nowNanoseconds
    waiting.withLock { $0.layouts.append((worked: $0.worked + now - $0.wokeAt, done: done)) }
  }

  func afterPaint(_ work: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { $0.work.append(work) }
    return true
  }

  func woke() {
    let now = nowNanoseconds
    waiting.withLock { $0.wokeAt = now }
  }

  func turnEnded() {
    let now = nowNanoseconds
    waiting.withLock { $0.worked += now - $0.wokeAt }
  }

  func frameWasPainted() {
    let over = waiting.withLock { waiting in
      defer { (waiting.layouts, waiting.work) = ([], []) }
      return waiting
    }
    let end = nowNanoseconds
    for layout in over.layouts {
      layout.done(end - (over.worked + end - over.wokeAt - layout.worked), end)
    }
    for work in over.work { work() }
  }
}
