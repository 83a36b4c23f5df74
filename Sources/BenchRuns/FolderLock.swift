import BenchHarness
import Coalesce
import Foundation

/// Keeps two processes from writing to the same folder. The system unlocks a folder when the process ends.
///
/// Thread safety: may be used from any thread.
enum FolderLock {
  /// The paths of the folders that this process has locked; they stay locked until it ends.
  private static let own = Locked<Set<String>>([])

  /// Locks the folder, and checks that it can be written to.
  static func hold(_ folder: URL) throws {
    let path = folder.resolvingSymlinksInPath().path
    func refusal(_ cause: String) -> BenchError { .cannotWrite(path: folder.path, cause: cause) }
    try own.withLock { own in
      guard !own.contains(path) else { return }
      guard access(path, W_OK) == 0 else {
        throw refusal(String(cString: strerror(errno)).lowercased() + ".")
      }
      // Never closed, because that would unlock the folder; child processes do not inherit it.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // Other failures are ignored: some file systems have no locks.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw refusal(
          "another bench is writing to it. Wait until that bench ends, or give another folder.")
      }
      own.insert(path)
    }
  }
}
