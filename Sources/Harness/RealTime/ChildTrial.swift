import Foundation
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

  /// Runs the trial; crashes and hangs become records, not errors.
  /// - Throws: ``HarnessError/cannotStart(path:cause:)``, or `CancellationError`.
  func run(_ request: TrialRequest) async throws -> TrialRecord {
    let requestURL = folder.appendingPathComponent("request.json")
    let responseURL = folder.appendingPathComponent("response.json")
    try? FileManager.default.removeItem(at: responseURL)
    do {
      try JSONEncoder().encode(request).write(to: requestURL)
    } catch {
      throw HarnessError.cannotWrite(path: requestURL.path, cause: error.localizedDescription)
    }
    guard let status = try await status(requestURL.path, responseURL.path) else {
      return TrialRecord(
        request.identity, outcome: .hung,
        detail: "ended by the deadline after \(deadline.text)")
    }
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
        request.identity, outcome: .crashed, detail: "ended by signal \(signal)")
    }
  }

  /// The status of the child; nil if the deadline came first, which kills it.
  private func status(_ requestPath: String, _ responsePath: String) async throws
    -> TerminationStatus?
  {
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Configuration(
      executable: .path(FilePath(executable)),
      arguments: ["trial", "--request", requestPath, "--response", responsePath],
      // A backtrace takes the child longer than the trial, and nobody reads it here.
      environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
      platformOptions: options)
    return try await withThrowingTaskGroup(of: TerminationStatus?.self) { group in
      group.addTask {
        do {
          return try await Subprocess.run(
            configuration, input: .none, output: .discarded, error: .discarded
          ).terminationStatus
        } catch let error as SubprocessError {
          throw HarnessError.cannotStart(path: executable, cause: "\(error)")
        }
      }
      group.addTask {
        try await Task.sleep(for: deadline)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
