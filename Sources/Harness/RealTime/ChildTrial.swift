import Foundation
import Subprocess

/// Runs one trial as a child process, with a deadline, and says how it ended.
struct ChildTrial: Sendable {
  let executable: String
  let folder: URL
  let deadline: Duration
  let memoryLimitBytes: UInt64

  /// Runs the trial; crashes and hangs become records, not errors.
  /// - Throws: ``HarnessError/cannotStart(path:cause:)``, ``HarnessError/cannotWrite(path:cause:)`` where
  ///   the child could not hand over its record, or `CancellationError`.
  func run(_ request: TrialRequest) async throws -> TrialRecord {
    let requestURL = folder.appendingPathComponent("request.json")
    let responseURL = folder.appendingPathComponent("response.json")
    try? FileManager.default.removeItem(at: responseURL)
    try ChildProcess.write(request, to: requestURL)
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let ending = try await child.run(
      ["trial", "--request", requestURL.path, "--response", responseURL.path],
      environment: environment(request.identity.pass))
    switch ending {
    case .deadline:
      return TrialRecord(
        request.identity, outcome: .hung, detail: "ended by the deadline after \(deadline.text)")
    case .memory:
      return TrialRecord(
        request.identity, outcome: .overMemory,
        detail: "ended by the memory limit of \(memoryLimitBytes >> 20) MiB")
    case .status(.exited(ChildMain.noHandOver)):
      throw HarnessError.cannotWrite(
        path: responseURL.path, cause: "a trial could not write its record there. Is the disk full?"
      )
    case .status:
      if let words = ending.words {
        return TrialRecord(request.identity, outcome: .crashed, detail: words)
      }
      if let data = try? Data(contentsOf: responseURL),
        let record = try? JSONDecoder().decode(TrialRecord.self, from: data)
      {
        return record
      }
      return TrialRecord(
        request.identity, outcome: .crashed, detail: "exited without handing over a record")
    }
  }

  private func environment(_ pass: TrialPass) -> [Environment.Key: String?] {
    guard pass == .allocations, let path = Jemalloc.path else { return [:] }
    return Jemalloc.environment(path: path).reduce(into: [:]) { environment, variable in
      environment[Environment.Key(stringLiteral: variable.key)] = variable.value
    }
  }
}
