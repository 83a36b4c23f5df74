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

/// How a signal merges the data of several calls.
public enum SignalKind: Sendable {
  /// Adds; the handler sees the sum. 0 does nothing.
  case add
  /// Combines bits; the handler sees all bits that were set. 0 does nothing.
  case or
  /// Replaces; the handler sees the newest data. 0 erases what is pending, so the handler does not run.
  case replace
}

/// A dispatch source of user data: merges data from any thread and wakes the main thread once for all of it.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateSignal: AnyObject, Sendable {
  /// Sets the handler, called on the main thread with the merged data. Call this once; data merged before is kept.
  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void)

  /// Merges `data` as the signal's kind says, and wakes the main thread if the result is not 0.
  func merge(_ data: UInt)

  /// Ends the signal; what is pending is dropped.
  func cancel()
}

/// A serial queue whose items may hold it after they have returned.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateQueue: AnyObject, Sendable {
  /// Runs `work` off the main thread, after all earlier items. The queue is held, and later items wait, until `release`
  /// is called: exactly once, by `work` or by code that `work` passes it to.
  func async(_ work: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void)
}

/// A serial dispatch queue that is suspended while an item holds it.
final class DispatchUpdateQueue: UpdateQueue {
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

/// A dispatch source of user data that may be released unused.
final class DispatchUpdateSignal: UpdateSignal, @unchecked Sendable {
  // `@unchecked` is safe: sources may be used from any thread; not every SDK declares them Sendable.
  private let source: any DispatchSourceProtocol
  private let mergeData: (UInt) -> Void

  init(_ kind: SignalKind, queue: DispatchQueue) {
    switch kind {
    case .add:
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      self.source = source
      mergeData = { source.add(data: $0) }
    case .or:
      let source = DispatchSource.makeUserDataOrSource(queue: queue)
      self.source = source
      mergeData = { source.or(data: $0) }
    case .replace:
      let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
      self.source = source
      mergeData = { source.replace(data: $0) }
    }
  }

  deinit {
    // Releasing a source that was never activated traps; activating twice is harmless.
    source.activate()
    source.cancel()
  }

  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void) {
    source.setEventHandler { [weak self] in
      guard let self else { return }
      handler(source.data)
    }
    source.activate()
  }

  func merge(_ data: UInt) { mergeData(data) }

  func cancel() { source.cancel() }
}
