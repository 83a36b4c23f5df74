import CPlatform
import Foundation
import Synchronization

/// Ends the processes that a trial's child has started and left behind.
///
/// Where the system lets it, this process becomes the parent of all such orphans, so they can be
/// told from everybody else's processes; elsewhere only those in the child's process group are
/// found.
enum Orphans {
  private static let isAdopting = Atomic<Bool>(false)

  /// Asks to be given the orphans; before the first child is started, and by programs alone that
  /// start no children but trials, for every other one would be taken for an orphan.
  static func adopt() {
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
    #if os(Linux)
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
