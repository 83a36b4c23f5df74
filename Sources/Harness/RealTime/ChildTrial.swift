import Foundation
import Strategies
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs one trial as a child process, with a deadline, and says how it ended.
struct ChildTrial: Sendable {
  let executable: String
  let folder: URL
  let deadline: Duration
  let memoryLimitBytes: UInt64

  /// How a child ended.
  private enum Ending {
    case status(TerminationStatus)
    case deadline
    case memory
  }

  /// Runs the trial; crashes and hangs become records, not errors.
  /// - Throws: ``HarnessError/cannotStart(path:cause:)``, or `CancellationError`.
  func run(_ request: TrialRequest) async throws -> TrialRecord {
    let requestURL = folder.appendingPathComponent("request.json")
    let responseURL = folder.appendingPathComponent("response.json")
    try? FileManager.default.removeItem(at: responseURL)
    do {
      try JSONEncoder().encode(request).write(to: requestURL)
    } catch {
      throw HarnessError.cannotWrite(path: requestURL.path, cause: error.fileCause + ".")
    }
    switch try await ending(request.identity.pass, requestURL.path, responseURL.path) {
    case .deadline:
      return TrialRecord(
        request.identity, outcome: .hung, detail: "ended by the deadline after \(deadline.text)")
    case .memory:
      return TrialRecord(
        request.identity, outcome: .overMemory,
        detail: "ended by the memory limit of \(memoryLimitBytes >> 20) MiB")
    case .status(let status):
      return record(request, status, responseURL)
    }
  }

  private func record(
    _ request: TrialRequest, _ status: TerminationStatus, _ responseURL: URL
  ) -> TrialRecord {
    switch status {
    case .exited(0):
      if let data = try? Data(contentsOf: responseURL),
        let record = try? JSONDecoder().decode(TrialRecord.self, from: data)
      {
        return record
      }
      return TrialRecord(
        request.identity, outcome: .crashed, detail: "exited without handing over a record")
    case .exited(let code):
      return TrialRecord(request.identity, outcome: .crashed, detail: "exited with code \(code)")
    case .signaled(let signal):
      return TrialRecord(
        request.identity, outcome: .crashed,
        detail: "ended by signal \(signal) (\(String(cString: strsignal(signal))))")
    }
  }

  /// Waits for the child, its deadline or its memory limit, whatever comes first, and leaves
  /// nothing of it behind.
  private func ending(
    _ pass: TrialPass, _ requestPath: String, _ responsePath: String
  ) async throws -> Ending {
    let child = Locked<pid_t?>(nil)
    defer { child.withLock { $0 }.map(Orphans.end) }
    return try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        do {
          return .status(
            try await Subprocess.run(
              configuration(pass, requestPath, responsePath), input: .none, output: .discarded,
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

  private func configuration(
    _ pass: TrialPass, _ requestPath: String, _ responsePath: String
  ) -> Configuration {
    var options = PlatformOptions()
    options.processGroupID = 0
    // A backtrace takes the child longer than the trial, and nobody reads it here.
    var environment: [Environment.Key: String?] = ["SWIFT_BACKTRACE": "enable=no"]
    if pass == .allocations, let path = Jemalloc.path {
      for (key, value) in Jemalloc.environment(path: path) {
        environment[Environment.Key(stringLiteral: key)] = value
      }
    }
    return Configuration(
      executable: .path(FilePath(executable)),
      arguments: ["trial", "--request", requestPath, "--response", responsePath],
      environment: .inherit.updating(environment), platformOptions: options)
  }
}
