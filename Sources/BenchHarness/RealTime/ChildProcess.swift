import CBenchPlatform
import Coalesce
import Foundation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs a program as a child process, with a deadline and a memory limit, and leaves nothing of it
/// behind.
package struct ChildProcess: Sendable {
  /// How a child ended.
  package enum Ending {
    /// By itself: it exited, or was killed by what it did.
    case status(TerminationStatus)
    /// It took too long.
    case deadline
    /// It took too much memory.
    case memory

    /// How it ended, for people; nil where it exited with code 0.
    package var words: String? {
      switch self {
      case .status(.exited(0)), .deadline, .memory: nil
      case .status(.exited(let code)): "exited with code \(code)"
      case .status(.signaled(let signal)):
        // Darwin adds the number: "Segmentation fault: 11".
        "ended by signal \(signal) (\(String(cString: strsignal(signal)).prefix { $0 != ":" }))"
      }
    }
  }

  let executable: String
  let deadline: Duration
  let memoryLimitBytes: UInt64

  package init(
    executable: String, deadline: Duration, memoryLimitBytes: UInt64
  ) {
    self.executable = executable
    self.deadline = deadline
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Waits for the child, its deadline or its memory limit, whatever comes first.
  /// - Throws: ``BenchError/cannotStart(path:cause:)``, or `CancellationError`.
  package func run(
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
          throw BenchError.cannotStart(path: executable, cause: "\(error)")
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

  /// Has `bench child` do a job, by way of the files `request` and `response`. Where `executable` is no
  /// bench but runs one, `behind` is what comes before the bench's own arguments.
  /// - Returns: how the child ended, and all answers that it had written by then.
  /// - Throws: ``BenchError/cannotStart(path:cause:)``, ``BenchError/cannotWrite(path:cause:)`` and
  ///   ``BenchError/cannotRead(path:cause:)`` where request or answers did not get through, or
  ///   `CancellationError`.
  package func run<Job: ChildJob>(
    _ job: Job, request: URL, response: URL, environment: [Environment.Key: String?] = [:],
    behind: [String] = []
  ) async throws -> (ending: Ending, answers: [Job.Answer]) {
    let journal = Journal<Job.Answer>(response)
    try ChildRequest(job).write(to: request)
    // Of an earlier job nothing is left.
    try BenchError.writing(response.path) { try journal.begin() }
    let ending = try await run(
      behind + ["child", Job.name, "--request", request.path, "--response", response.path],
      environment: environment)
    switch ending {
    case .status(.exited(ChildMain.noHandOver)):
      throw BenchError.cannotWrite(
        path: response.path, cause: "a child process could not. Is the disk full?")
    case .status(.exited(ChildMain.noRequest)):
      throw BenchError.cannotRead(path: request.path, cause: "a child process could not.")
    default: return (ending, try journal.readable())
    }
  }

  /// How a child ended, as the end of a sentence.
  package func words(_ ending: Ending) -> String {
    switch ending {
    case .deadline: "hung and was ended after \(deadline.text)"
    case .memory: "took more than \(memoryLimitBytes >> 20) MiB of memory and was ended"
    case .status: ending.words ?? "ended too early"
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

/// Ends the processes that a trial's child has started and left behind.
///
/// Where the system lets it, this process becomes the parent of all such orphans, so they can be
/// told from everybody else's processes; elsewhere only those in the child's process group are
/// found.
package enum Orphans {
  private static let isAdopting = Atomic<Bool>(false)

  /// Asks to be given the orphans; before the first child is started, and by programs alone that
  /// start no children but trials, for every other one would be taken for an orphan.
  package static func adopt() {
    if cplatform_adopt_orphans() == 0 { isAdopting.store(true, ordering: .relaxed) }
  }

  /// Ends everything that is left of the child that led process group `group`, which has ended.
  static func end(group: pid_t) {
    kill(-group, SIGKILL)
    guard isAdopting.load(ordering: .relaxed) else { return }
    // The children of an orphan become orphans when it ends.
    for _ in 0..<10 {
      let orphans = children()
      guard !orphans.isEmpty else { return }
      for orphan in orphans {
        kill(orphan, SIGKILL)
        waitpid(orphan, nil, 0)
      }
    }
  }

  private static func children() -> [pid_t] {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return tasks.flatMap { task in
        (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8))
          .map { $0.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) } } ?? []
      }
    #else
      return []
    #endif
  }
}

/// Resident memory of a process.
package enum ProcessMemory {
  /// The most that this process ever had resident, in bytes; nil where the system does not say.
  ///
  /// Not from `getrusage` on Linux, whose maximum outlives `exec`: a child would report its parent's.
  static var ownPeakBytes: UInt64? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ UInt64($0) })
      else { return nil }
      return kibibytes * 1_024
    #elseif canImport(Darwin)
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? UInt64(usage.ru_maxrss) : nil
    #else
      return nil
    #endif
  }

  /// In bytes; nil where the system does not say, or the process is gone.
  package static func residentBytes(of process: pid_t) -> UInt64? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
      else { return nil }
      return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return UInt64(exactly: cplatform_resident_bytes(process))
    #endif
  }
}
