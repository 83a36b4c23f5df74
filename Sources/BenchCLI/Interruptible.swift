import Dispatch
import Foundation
import Harness
import Coalesce

/// Runs asynchronous work from a synchronous main, and ends it on SIGINT or SIGTERM.
enum Interruptible {
  /// - Throws: what `work` throws, or `HarnessError.interrupted` after a signal.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let signalled = Locked<Int32?>(nil)
    let result = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let task = Task.detached {
      do {
        let value = try await work()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signalled.withLock { $0 = $0 ?? number }
        task.cancel()
      }
      source.activate()
      return source
    }
    done.wait()
    sources.forEach { $0.cancel() }
    if let number = signalled.withLock({ $0 }) { throw HarnessError.interrupted(signal: number) }
    guard let outcome = result.withLock({ $0 }) else {
      preconditionFailure("The task signals only after it has left its result.")
    }
    return try outcome.get()
  }
}
