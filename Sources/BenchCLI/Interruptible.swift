import Dispatch
import Foundation
import Harness
import Coalesce

/// Runs asynchronous work from a synchronous main, and ends it when it is interrupted, terminated, or
/// loses its terminal.
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
    let sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap {
      number -> (any DispatchSourceSignal)? in
      // Under `nohup` it stays ignored. The others are heard all the same: a shell has them ignored by
      // whatever a script puts into the background, and who sends one means it.
      guard !wasIgnored(number) || number != SIGHUP else { return nil }
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

  /// Leaves a signal to the source that listens to it. Answers whether it was ignored before.
  private static func wasIgnored(_ number: Int32) -> Bool {
    // Functions cannot be compared; SIG_IGN is the address 1, here and on Apple's systems.
    unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == 1
  }
}
