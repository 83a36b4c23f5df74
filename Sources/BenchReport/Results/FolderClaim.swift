import BenchHarness
import Coalesce
import Foundation

/// A folder of results has one writer at a time, and results of another kind are not overwritten.
///
/// Thread safety: any thread.
package enum FolderClaim {
  /// The file that its writer locks.
  static let file = ".bench-lock"

  /// The folders that this process has claimed. It writes to them until it ends, and only then their locks
  /// go; one that is killed leaves its file, which is then not locked.
  private static let own: Locked<Set<String>> = {
    atexit { FolderClaim.release() }
    return Locked([])
  }()

  /// Removes the locks: call it when this process ends other than by `exit`.
  package static func release() {
    for folder in own.withLock({ $0 }) { unlink(folder + "/" + file) }
  }

  /// Of what the gate leaves, the files by which its evidence is known; the rest can be anybody's by name.
  package static let evidence = [
    "exact-request.json", "exact-records.jsonl", "paired.csv", "instructions-base.csv",
    "instructions-candidate.csv",
  ]

  /// What a folder can hold, by a file that says so, and whose that is. Not even its own command writes
  /// over what was measured, unless it goes on.
  private static let kinds: [(file: String, command: String, words: String, isMeasured: Bool)] =
    [("records.jsonl", "run", "a run in real time", true)]
    + evidence.map { ($0, "gate", "the evidence of a gate", false) }
    // Written with the verdict: what was interrupted before can be repeated in its folder.
    + [("gate-cells.csv", "gate", "what a gate measured in real time", true)]

  /// Refuses a folder with results that `command` would write over. Measurements cannot be made again, so
  /// no command overwrites them; a run can be continued.
  static func check(_ folder: URL, command: String, goesOn: Bool) throws {
    for kind in kinds where isFilled(folder.appendingPathComponent(kind.file)) {
      guard kind.command == command, goesOn || !kind.isMeasured else {
        let advice =
          kind.command == "run" ? " '\(ProgramName.text) run --resume' continues it." : ""
        throw BenchError.badResults(
          file: folder.relativePath, line: nil,
          cause:
            "it holds \(kind.words), which this would overwrite. Give another folder.\(advice)")
      }
    }
  }

  /// Whether anything was written to the file: a run that could not begin leaves its journal empty.
  static func isFilled(_ file: URL) -> Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    return size ?? 0 > 0
  }

  /// Makes the folder where it is missing, and claims it; which also shows, before the first trial, that it
  /// can be written to.
  static func make(_ folder: URL) throws {
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let path = folder.resolvingSymlinksInPath().path
    let command = CommandLine.arguments.dropFirst().joined(separator: " ")
    let words = "process \(getpid()), bench \(command.prefix(200))"
    // Together: a signal finds every lock that is there.
    let answer = own.withLock { own -> FileLock.Answer? in
      guard !own.contains(path) else { return nil }
      let answer = FileLock.hold(path + "/" + file, words: words)
      if case .held = answer { own.insert(path) }
      return answer
    }
    guard let answer else { return }
    switch answer {
    case .held: break
    // A file system without locks: its users have to take care themselves.
    case .impossible(ENOLCK), .impossible(ENOTSUP): break
    case .impossible(let cause):
      throw BenchError.cannotWrite(
        path: folder.path, cause: String(cString: strerror(cause)).lowercased() + ".")
    case .taken(let holder):
      throw BenchError.cannotWrite(
        path: folder.path,
        cause: "\(holder.isEmpty ? "another bench" : holder) is writing to it. "
          + "Wait for that to end, or give another folder.")
    }
  }
}
