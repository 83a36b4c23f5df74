import BenchHarness
import Coalesce
import Foundation

/// Keeps two processes from writing results to one folder. The system unlocks the folder when the
/// process ends, however that happens; nothing is left in it.
///
/// Thread safety: any thread.
enum FolderLock {
  /// The folders that this process has locked. It writes to them until it ends.
  private static let own = Locked<Set<String>>([])

  /// Locks a folder that is there, which also shows whether it can be written to.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  static func hold(_ folder: URL) throws {
    let path = folder.resolvingSymlinksInPath().path
    func refusal(_ cause: String) -> BenchError { .cannotWrite(path: folder.path, cause: cause) }
    try own.withLock { own in
      guard !own.contains(path) else { return }
      guard access(path, W_OK) == 0 else {
        throw refusal(String(cString: strerror(errno)).lowercased() + ".")
      }
      // Never closed. Children do not inherit it.
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // On a file system without locks, users have to take care themselves.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw refusal(
          "another bench is writing to it. Wait for that to end, or give another folder.")
      }
      own.insert(path)
    }
  }
}
