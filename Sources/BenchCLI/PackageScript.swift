import BenchHarness
import Foundation

/// A script of this package. A program that depends on the package, by path, URL or registry, was built from its
/// sources, and the scripts are beside these.
enum PackageScript {
  static func path(_ name: String) throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let script = sources.appending(path: "../../Scripts/\(name)").standardizedFileURL.path
    guard FileManager.default.isReadableFile(atPath: script) else {
      throw BenchError.cannotStart(
        path: script, cause: "it is gone. Build this program again, with 'swift build'.")
    }
    return script
  }
}
