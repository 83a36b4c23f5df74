public import Coalesce
import Dispatch

/// A scheduler that also makes dispatch sources and serial queues.
///
/// Thread safety: every member may be used from any thread.
public protocol SourceScheduler: UpdateScheduler {
  /// Makes a signal (a dispatch source) whose handler runs on the main thread.
  func makeSignal(_ kind: SignalKind) -> any UpdateSignal

  /// Makes a serial queue; `label` is the name that debuggers show.
  func makeQueue(label: String) -> any UpdateQueue
}

/// The scheduler of the app's main thread.
public let mainScheduler: any SourceScheduler = DispatchScheduler.main

extension DispatchScheduler: SourceScheduler {
  package func makeSignal(_ kind: SignalKind) -> any UpdateSignal {
    DispatchUpdateSignal(kind, queue: mainQueue)
  }

  package func makeQueue(label: String) -> any UpdateQueue { DispatchUpdateQueue(label: label) }
}

/// A serial dispatch queue that is suspended while an item holds it.
private final class DispatchUpdateQueue: UpdateQueue {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void) {
    queue.async { [queue] in
      queue.suspend()
      // The closure retains the queue, because freeing a suspended queue traps.
      work { queue.resume() }
    }
  }
}

/// A dispatch source of user data that may be released even if it was never given a handler.
private final class DispatchUpdateSignal: UpdateSignal, @unchecked Sendable {
  // `@unchecked` is safe: sources may be used from any thread, but not every SDK declares them Sendable.
  private let source: any DispatchSourceProtocol
  private let sendOne: () -> Void

  init(_ kind: SignalKind, queue: DispatchQueue) {
    switch kind {
    case .add:
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      (self.source, sendOne) = (source, { source.add(data: 1) })
    case .or:
      let source = DispatchSource.makeUserDataOrSource(queue: queue)
      (self.source, sendOne) = (source, { source.or(data: 1) })
    case .replace:
      let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
      (self.source, sendOne) = (source, { source.replace(data: 1) })
    }
  }

  deinit {
    // Releasing a source that was never activated traps; activating twice is harmless.
    source.activate()
    source.cancel()
  }

  func setHandler(_ handler: @escaping @Sendable () -> Void) {
    source.setEventHandler { handler() }
    source.activate()
  }

  func send() { sendOne() }
}
