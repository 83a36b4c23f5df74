import BenchReport
import BenchHarness
import Coalesce
import Dispatch
import Foundation

/// Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT. Cancels asynchronous work, if any is running; otherwise exits
/// immediately, which is safe because files of results are replaced atomically.
///
/// Thread safety: one ``run(_:)`` at a time.
enum Interruptible {
  private struct State {
    var number: Int32?
    var cancel: (@Sendable () -> Void)?
  }

  private static let state = Locked(State())
  /// A separate queue, because a global queue may get no thread while all cores are busy.
  private static let queue = DispatchQueue(label: "signals")
  /// Kept, because a source is cancelled when it is released.
  private static let sources = Locked(
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { number in
      // Swift cannot compare functions; SIG_IGN is the address 1 on Linux and Darwin.
      let wasIgnored = unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1
      // An ignored SIGHUP stays ignored, for `nohup`. Other signals are handled even if ignored, as in background jobs.
      guard !wasIgnored || number != SIGHUP else { return nil as (any DispatchSourceSignal)? }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { hear(number) }
      source.activate()
      return source
    })

  /// Starts to handle the signals. Not called in child processes, because the parent kills them.
  static func listen() { _ = sources }

  /// Runs asynchronous work and blocks until it ends.
  /// - Throws: what `work` throws, or `BenchError.interrupted` after a signal.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Locked<Result<Value, any Error>>(.failure(CancellationError()))
    let done = DispatchSemaphore(value: 0)
    // Holds the lock, so that a signal that arrives now finds the task to cancel.
    state.withLock { state in
      let task = Task.detached {
        do {
          let value = try await work()
          result.withLock { $0 = .success(value) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      state.cancel = { task.cancel() }
    }
    done.wait()
    let number = state.withLock { state -> Int32? in
      state.cancel = nil
      return state.number
    }
    if let number { throw BenchError.interrupted(signal: number) }
    return try result.withLock { $0 }.get()
  }

  private static func hear(_ number: Int32) {
    let answer = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.number == nil else { return nil }
      state.number = number
      // Not `exit`, because its hooks would run concurrently with the main thread.
      return state.cancel ?? { _exit(128 + number) }
    }
    answer?()
  }

  static func showingProgress<Value: Sendable>(
    _ progress: Progress = Progress(),
    _ work: @escaping @Sendable (@escaping @Sendable (Advance) -> Void) async throws -> Value
  ) throws -> Value {
    try progress.during { show in try run { try await work(show) } }
  }
}
