import Dispatch

/// A thread that runs what it is handed, one after another, and nothing else.
///
/// For what must always be used from the same thread; a serial queue changes threads. It is one of
/// Dispatch's own threads, kept by a block that does not end: neither Dispatch nor the standard
/// library can start one, and this needs no other.
///
/// Thread safety: every member may be used from any thread.
public final class DedicatedThread: Sendable {
  private let work = UpdateBuffer<@Sendable () -> Void>()
  private let isThere = DispatchSemaphore(value: 0)

  /// Starts the thread; `label` is the name that debuggers show.
  public init(label: String) {
    DispatchQueue(label: label).async { [work, isThere] in
      repeat { isThere.wait() } while Self.runNext(work)
    }
  }

  deinit { isThere.signal() }

  func post(_ work: @escaping @Sendable () -> Void) {
    _ = self.work.append(work)
    isThere.signal()
  }

  /// Answers false where there is none: the thread was dropped, and all was run.
  private static func runNext(_ work: UpdateBuffer<@Sendable () -> Void>) -> Bool {
    guard let next = work.popFirst() else { return false }
    next()
    return true
  }
}
