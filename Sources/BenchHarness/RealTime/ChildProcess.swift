import CBenchPlatform
import Coalesce
import Foundation

/// Runs a program as a child process, with a deadline and a memory limit, and kills its process group afterwards.
package struct ChildProcess: Sendable {
  package enum Ending: Sendable {
    case exited(Int32)
    case signaled(Int32)
    case deadline
    case memory

    package var words: String? {
      switch self {
      case .exited(0), .deadline, .memory: nil
      case .exited(let code): "exited with code \(code)"
      case .signaled(let signal):
        // Darwin appends the number: "Segmentation fault: 11".
        "killed by signal \(signal) (\(String(cString: strsignal(signal)).prefix { $0 != ":" }))"
      }
    }
  }

  package let executable: String
  let deadline: Duration
  let memoryLimitBytes: UInt64

  package init(executable: String, deadline: Duration, memoryLimitBytes: UInt64) {
    self.executable = executable
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Kills the process group when the program ends or exceeds a limit. `environment` is added to this process's own.
  package func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Ending {
    let child = RunningChild()
    return try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        try await withCheckedThrowingContinuation { continuation in
          // On Linux, the child dies when the thread that started it ends, so that thread waits for the child.
          Thread.detachNewThread {
            continuation.resume(with: Result { try child.run(executable, arguments, environment) })
          }
        }
      }
      group.addTask {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
          try await Task.sleep(for: min(.milliseconds(100), end - ContinuousClock.now))
          let memory = child.id.flatMap(ProcessMemory.residentBytes)
          if let memory, memory > memoryLimitBytes { return .memory }
        }
        return .deadline
      }
      defer {
        child.end()
        group.cancelAll()
      }
      guard let ending = try await group.next() else { return .deadline }
      // Cancelling kills the child, which must not be reported as a crash of its strategy.
      try Task.checkCancellation()
      return ending
    }
  }

  static func response(in folder: URL) -> URL { folder.appendingPathComponent("response") }

  /// Runs a job in `bench child` and returns all answers that it wrote, even if it crashed. If `executable` is not a
  /// bench but runs one, as valgrind does, `behind` holds its arguments, which end with the bench's path.
  package func run<Job: ChildJob>(
    _ job: Job, in folder: URL, environment: [String: String] = [:], behind: [String] = []
  ) async throws -> (ending: Ending, answers: [Job.Answer]) {
    let request = folder.appendingPathComponent("request")
    let response = Self.response(in: folder)
    let journal = Journal<Job.Answer>(response)
    try ChildRequest(job).write(to: request)
    try journal.begin()
    let ending = try await run(
      behind + ["child", Job.name, "--request", request.path, "--response", response.path],
      environment: environment)
    switch ending {
    case .exited(ChildMain.cannotWriteAnswers):
      throw BenchError.cannotWrite(
        path: response.path, cause: "a child process could not write it. Is the disk full?")
    case .exited(ChildMain.cannotReadRequest):
      throw BenchError.cannotRead(path: request.path, cause: "a child process could not read it.")
    default: return (ending, try journal.readable())
    }
  }

  package func words(_ ending: Ending) -> String {
    switch ending {
    case .deadline: "hung and was killed after \(deadline.text)"
    case .memory: "took more than \(memoryLimitBytes >> 20) MiB of memory and was killed"
    case .exited, .signaled: ending.words ?? "exited without a result"
    }
  }
}

/// Thread safety: one thread calls `run`; any thread may read `id` or call `end`.
private final class RunningChild: Sendable {
  private enum State {
    case new
    case running(pid_t)
    case over
  }

  private let state = Locked(State.new)

  var id: pid_t? {
    state.withLock { if case .running(let id) = $0 { id } else { nil } }
  }

  /// Kills the child's process group, or prevents the child from starting.
  func end() {
    state.withLock { state in
      if case .running(let id) = state { kill(-id, SIGKILL) } else { state = .over }
    }
  }

  func run(
    _ executable: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> ChildProcess.Ending {
    let id = try state.withLock { state in
      guard case .new = state else { throw CancellationError() }
      let id = try Self.start(executable, arguments, environment)
      state = .running(id)
      return id
    }
    var ended = siginfo_t()
    while waitid(P_PID, id_t(id), &ended, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return state.withLock { state in
      // Kill before the child is reaped: until then, its process ID is not reused.
      kill(-id, SIGKILL)
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      state = .over
      // Does the work of WIFEXITED, WEXITSTATUS and WTERMSIG, which Swift does not import.
      return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
    }
  }

  private static func start(
    _ executable: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> pid_t {
    // Disable backtraces, because writing one takes longer than the trial.
    let variables = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    let id = cStrings([executable] + arguments) { arguments in
      cStrings(variables.map { "\($0.key)=\($0.value)" }) {
        cplatform_spawn(executable, arguments, $0)
      }
    }
    guard id > 0 else {
      throw BenchError.cannotStart(path: executable, cause: (-id).systemWords + ".")
    }
    return id
  }

  private static func cStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(pointers)
  }
}
