import Foundation

/// A folder that is deleted after the test.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("BenchTests-\(UUID().uuidString)", isDirectory: true)

  /// If the folder cannot be created, its first use throws.
  package init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file, creating its folders, and returns its URL.
  @discardableResult
  package func file(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Writes a shell script and returns its path.
  package func script(_ name: String, _ text: String) throws -> String {
    let file = try file(name, "#!/bin/sh\n\(text)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }

  /// Makes a folder that is not empty, so that no file can replace it.
  package func blockade(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent("\(name)/child"), withIntermediateDirectories: true)
  }

  package func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try data(name), as: UTF8.self)
  }

  /// The names of everything in the folder, hidden files included.
  package func names(in subfolder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: url.appendingPathComponent(subfolder).path
    ).sorted()
  }
}
