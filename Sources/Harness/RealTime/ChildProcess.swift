import Foundation
import Coalesce
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs a program as a child process, with a deadline and a memory limit, and leaves nothing of it
/// behind.
struct ChildProcess: Sendable {
  /// How a child ended.
  enum Ending {
    /// By itself: it exited, or was killed by what it did.
    case status(TerminationStatus)
    /// It took too long.
    case deadline
    /// It took too much memory.
    case memory

    /// How it ended, for people; nil where it exited with code 0.
    var words: String? {
      switch self {
      case .status(.exited(0)), .deadline, .memory: nil
      case .status(.exited(let code)): "exited with code \(code)"
      case .status(.signaled(let signal)):
        "ended by signal \(signal) (\(String(cString: strsignal(signal))))"
      }
    }
  }

  let executable: String
  let deadline: Duration
  let memoryLimitBytes: UInt64

  /// Waits for the child, its deadline or its memory limit, whatever comes first.
  /// - Throws: ``HarnessError/cannotStart(path:cause:)``, or `CancellationError`.
  func run(
    _ arguments: [String], environment: [Environment.Key: String?] = [:]
  ) async throws -> Ending {
    let child = Locked<pid_t?>(nil)
    defer { child.withLock { $0 }.map(Orphans.end) }
    return try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        do {
          return .status(
            try await Subprocess.run(
              configuration(arguments, environment), input: .none, output: .discarded,
              error: .discarded
            ) { execution in
              child.withLock { $0 = execution.processIdentifier.value }
            }.terminationStatus)
        } catch let error as SubprocessError {
          throw HarnessError.cannotStart(path: executable, cause: "\(error)")
        }
      }
      group.addTask {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
          try await Task.sleep(for: min(.milliseconds(100), end - ContinuousClock.now))
          let memory = child.withLock { $0 }.flatMap(ProcessMemory.residentBytes)
          if let memory, memory > memoryLimitBytes { return .memory }
        }
        return .deadline
      }
      defer { group.cancelAll() }
      guard let ending = try await group.next() else { return .deadline }
      // A cancelled child is killed, and that must not look like a crash of its strategy.
      try Task.checkCancellation()
      return ending
    }
  }

  /// Writes what a child is asked to do.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  static func write(_ request: some Encodable, to url: URL) throws {
    do {
      try JSONEncoder().encode(request).write(to: url)
    } catch {
      throw HarnessError.cannotWrite(path: url.path, cause: error.fileCause + ".")
    }
  }

  /// Reads what `write` wrote.
  /// - Throws: ``HarnessError/badResults(file:line:cause:)``.
  static func read<Request: Decodable>(_: Request.Type, path: String) throws -> Request {
    do {
      return try JSONDecoder().decode(
        Request.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw HarnessError.badResults(
        file: path, line: nil, cause: "it is no request that this program makes: \(error)")
    }
  }

  private func configuration(
    _ arguments: [String], _ environment: [Environment.Key: String?]
  ) -> Configuration {
    var options = PlatformOptions()
    options.processGroupID = 0
    // A backtrace takes the child longer than the trial, and nobody reads it here.
    let own: [Environment.Key: String?] = ["SWIFT_BACKTRACE": "enable=no"]
    return Configuration(
      executable: .path(FilePath(executable)), arguments: Arguments(arguments),
      environment: .inherit.updating(own.merging(environment) { $1 }), platformOptions: options)
  }
}
