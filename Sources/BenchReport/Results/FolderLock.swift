import BenchHarness
import Coalesce
import Foundation

/// Keeps two processes from writing to one folder. The system unlocks it when the process ends.
///
/// Thread safety: any thread.
enum FolderLock {
  /// Locked until this process ends.
  private static let own = Locked<Set<String>>([])

  /// Also checks that the folder can be written to.
  static func hold(_ folder: URL) throws {
    let path = folder.resolvingSymlinksInPath().path
    func refusal(_ cause: String) -> BenchError { .cannotWrite(path: folder.path, cause: cause) }
    try own.withLock { own in
      guard !own.contains(path) else { return }
      guard access(path, W_OK) == 0 else {
        throw refusal(String(cString: strerror(errno)).lowercased() + ".")
      }
      // Never closed; children do not inherit it.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // File systems without locks are left to the user.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw refusal(
          "another bench is writing to it. Wait for that to end, or give another folder.")
      }
      own.insert(path)
    }
  }
}
