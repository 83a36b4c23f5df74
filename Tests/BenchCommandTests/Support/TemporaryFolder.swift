import BenchReport
import Foundation

/// A folder that is there while a test runs.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("BenchCLITests-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and answers where it is.
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
  /// What is in the folder of a run, and these besides.
  static func files(and others: String...) -> [String] {
    (["environment.json", "latency.csv", "strategies.csv", "summary.csv", "trials.csv"] + others)
      .sorted()
  }
}
