import BenchHarness
import BenchReport
import Foundation

extension GateBaseline {
  /// Writes the baseline to `folder`, creating it if needed. A failure never leaves a mix of old and new tables.
  func write(to folder: URL) throws {
    try FileManager.makeFolder(folder)
    for name in [Self.originFile, Self.allocationsFile] {
      try FileManager.removeFile(folder.appending(path: name))
    }
    for (name, text) in try files() { try text.write(whole: folder.appending(path: name)) }
  }

  package init(folder: URL) throws {
    do {
      try self.init(folder) { try Self.contents(folder.appending(path: $0)) }
    } catch BenchError.badResults(let file, let line, let cause) {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let origin = folder.appending(path: Self.originFile).path
      let accept = "'\(ProgramName.text) gate accept'"
      let (state, advice) =
        FileManager.default.fileExists(atPath: origin)
        ? (
          "broken", "Restore it ('git restore'): \(accept) would hide regressions."
        ) : ("missing", "Create it with \(accept).")
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is \(state): \(name)\(line.map { ", line \($0)" } ?? ""): \(cause) \(advice)")
    }
  }

  private static func contents(_ file: URL) throws -> Data {
    do {
      return try Data(whole: file)
    } catch  where error.isMissingFile {
      throw BenchError.badResults(file: file.relativePath, cause: "not found.")
    } catch {
      // Not reported as missing, because `gate accept` would then overwrite it.
      throw BenchError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
    }
  }
}
