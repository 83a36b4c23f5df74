import BenchReport
import BenchHarness
import Coalesce
import Dispatch
import Foundation

/// Hears the signals that interrupt or terminate a program, or tell that it has lost its terminal.
///
/// What runs asynchronously is cancelled, and comes to its end in order. Anything else ends at once:
/// results are written file by file, and what was planned, tested or simulated is not waited for.
///
/// Thread safety: one ``run(_:)`` at a time.
enum Interruptible {
  private struct State {
    /// The first signal that came.
    var number: Int32?
    /// Cancels what runs; nil where nothing does.
    var cancel: (@Sendable () -> Void)?
  }

  private static let state = Locked(State())
  /// One of its own has a thread even where all others compute.
  private static let queue = DispatchQueue(label: "signals")
  /// Kept, because a source is cancelled when nothing holds it.
  private static let sources = Locked<[any DispatchSourceSignal]>([])

  /// Not for a child process, which its parent ends.
  static func listen() {
    let made = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { number in source(number) }
    sources.withLock { $0 = made }
  }

  /// Runs asynchronous work from a synchronous main.
  /// - Throws: what `work` throws, or `BenchError.interrupted` after a signal.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    // Under the lock: a signal that comes now finds what to cancel.
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
    guard let outcome = result.withLock({ $0 }) else {
      preconditionFailure("The task signals only after it has left its result.")
    }
    return try outcome.get()
  }

  private static func source(_ number: Int32) -> (any DispatchSourceSignal)? {
    // Under `nohup` it stays ignored. The others are heard all the same: a shell has them ignored by
    // whatever a script puts into the background, and a signal that is sent is meant.
    guard !wasIgnored(number) || number != SIGHUP else { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { hear(number) }
    source.activate()
    return source
  }

  /// Leaves a signal to the source that listens to it. Returns whether it was ignored before.
  private static func wasIgnored(_ number: Int32) -> Bool {
    // Functions cannot be compared; SIG_IGN is the address 1, here and on Apple's systems.
    unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1
  }

  /// The first signal decides; the others change nothing.
  private static func hear(_ number: Int32) {
    let answer = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.number == nil else { return nil }
      state.number = number
      if let cancel = state.cancel { return cancel }
      // Not by `exit`, whose hooks would run while the main thread goes on.
      return { _exit(128 + number) }
    }
    answer?()
  }
}

extension Interruptible {
  /// Runs work that says how far it is, under a progress bar.
  static func showingProgress<Value: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Advance) -> Void) async throws -> Value
  ) throws -> Value {
    try Progress().during { show in try run { try await work(show) } }
  }
}
