import Foundation
import Subprocess

/// What a child process is asked to run.
package struct TrialRequest: ChildRequest, Sendable {
  package var id: Trial.ID
  package var options: RunOptions
  /// The file of the trace's ``Trace/data``; nil without one.
  package var tracePath: String?
  /// The calibrated work of a reload.
  package var work: ReloadWork
  /// Whether this trial is the one of its cell of which events are recorded.
  package var recordsEvents = false
  package var parent: Int32

  package init(
    _ id: Trial.ID, _ options: RunOptions, tracePath: String? = nil, work: ReloadWork,
    recordsEvents: Bool = false, parent: Int32 = getpid()
  ) {
    self.id = id
    self.options = options
    self.tracePath = tracePath
    self.work = work
    self.recordsEvents = recordsEvents
    self.parent = parent
  }
}

extension TrialRequest {
  /// Reads the file at `path`.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  init(path: String) throws {
    try self.init(ChildMain.request(path), file: path)
  }

  /// Reads `data`; `file` is for messages.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  init(_ data: Data, file: String) throws {
    do {
      self = try JSONDecoder().decode(TrialRequest.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file, line: nil, cause: "it asks for no trial: \(error.jsonCause)")
    }
  }
}

/// Runs one trial as a child process, with a deadline, and says how it ended.
package struct ChildTrial: Sendable {
  let executable: String
  let folder: URL
  let deadline: Duration
  let memoryLimitBytes: UInt64

  package init(
    executable: String, folder: URL, deadline: Duration, memoryLimitBytes: UInt64
  ) {
    self.executable = executable
    self.folder = folder
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Runs the trial; crashes and hangs become records, not errors.
  /// - Throws: ``BenchError/cannotStart(path:cause:)``, ``BenchError/cannotWrite(path:cause:)`` and
  ///   ``BenchError/cannotRead(path:cause:)`` where request or record did not get through,
  ///   ``BenchError/noScreen(cause:)``, or `CancellationError`.
  package func run(_ request: TrialRequest) async throws -> Trial {
    let requestURL = folder.appendingPathComponent("request.json")
    let responseURL = folder.appendingPathComponent("response.json")
    try? FileManager.default.removeItem(at: responseURL)
    let child = ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
    let ending = try await child.run(
      .trial, request, request: requestURL, response: responseURL,
      environment: environment(request.id.pass))
    switch ending {
    case .deadline:
      return Trial(
        request.id, outcome: .hung, detail: "ended by the deadline after \(deadline.text)")
    case .memory:
      return Trial(
        request.id, outcome: .overMemory,
        detail: "ended by the memory limit of \(memoryLimitBytes >> 20) MiB")
    case .status(.exited(ToolkitUnavailable.exitCode)):
      throw BenchError.noScreen(
        cause: (try? String(contentsOf: responseURL, encoding: .utf8))
          ?? "it went away during a trial of \(request.id.cell.strategy).")
    case .status:
      if let words = ending.words {
        return Trial(request.id, outcome: .crashed, detail: words)
      }
      return try Self.record(responseURL)
        ?? Trial(
          request.id, outcome: .crashed, detail: "exited without handing over a record")
    }
  }

  /// What the child handed over; nil for nothing.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``: no strategy is to blame for a disk.
  private static func record(_ response: URL) throws -> Trial? {
    let data: Data
    do {
      data = try Data(whole: response)
    } catch {
      if error.isMissingFile { return nil }
      throw BenchError.cannotRead(path: response.path, cause: error.fileCause + ".")
    }
    return try? JSONDecoder().decode(Trial.self, from: data)
  }

  private func environment(_ pass: TrialPass) -> [Environment.Key: String?] {
    guard pass == .allocations, let path = Jemalloc.path else { return [:] }
    return Jemalloc.environment(path: path).reduce(into: [:]) { environment, variable in
      environment[Environment.Key(stringLiteral: variable.key)] = variable.value
    }
  }
}
