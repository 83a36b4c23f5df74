import BenchReport
import Foundation

/// A folder that is deleted after the test.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("BenchCLITests-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its URL.
  @discardableResult
  func file(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  /// The names of everything in the folder, hidden files included.
  func names(in subfolder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: url.appendingPathComponent(subfolder).path
    ).sorted()
  }
}

extension TemporaryFolder {
  /// The names of the files that every run writes, and of `others`, sorted.
  static func files(and others: String...) -> [String] {
    (["environment.json", "latency.csv", "strategies.csv", "summary.csv", "trials.csv"] + others)
      .sorted()
  }
}
