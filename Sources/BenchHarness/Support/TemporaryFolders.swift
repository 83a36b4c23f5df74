import Coalesce
import Foundation

extension FileManager {
  /// Makes a folder for this process, which the caller removes, and removes those that killed
  /// processes left behind.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package static func makeTemporaryFolder() throws -> URL {
    // Darwin's `temporaryDirectory` does not look at TMPDIR.
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent =
      named.isEmpty
      ? FileManager.default.temporaryDirectory : URL(fileURLWithPath: named, isDirectory: true)
    return try makeTemporaryFolder(in: parent)
  }

  static func makeTemporaryFolder(in parent: URL) throws -> URL {
    removeAbandoned(in: parent)
    let folder = parent.appendingPathComponent("\(temporaryPrefix)\(UUID().uuidString)")
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    // Never unlocked: it is when this process ends, however that happens. Locked before it has the name by
    // which others know it: they would remove the folder of a lock that is not held yet.
    let making = folder.appendingPathComponent("making").path
    _ = FileLock.hold(making)
    rename(making, folder.appendingPathComponent(inUse).path)
    temporaryFolders.withLock { $0.append(folder) }
    return folder
  }

  /// Removes those of this process that are still there, for a process that ends early.
  package static func removeTemporaryFolders() {
    for folder in temporaryFolders.withLock({ $0 }) {
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private static let temporaryFolders = Locked<[URL]>([])

  private static let temporaryPrefix = "coalesce-bench-"
  private static let inUse = "in-use"

  /// Folders of this user whose process has ended without removing them. The lock tells, not a
  /// process's number, which another one may have, and which means nothing in another container.
  private static func removeAbandoned(in parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(temporaryPrefix) {
      let folder = parent.appendingPathComponent(name)
      let lock = folder.appendingPathComponent(inUse).path
      // Not there: it is being made, or removed.
      guard FileManager.default.isWritableFile(atPath: lock),
        case .held(let held) = FileLock.hold(lock)
      else { continue }
      try? FileManager.default.removeItem(at: folder)
      FileLock.release(held)
    }
  }
}
