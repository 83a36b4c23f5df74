import BenchHarness
import Foundation

extension Recording {
  package static let fileTypes = [
    "csv", "tsv", "json", "jsonl", "ndjson", "log", "txt", "cast", "har",
  ]

  /// Replaces each folder with the recordings in it, sorted by name.
  package static func paths(at paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        return [path]
      }
      let folder = URL(fileURLWithPath: path)
      let files = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
        .filter { fileTypes.contains($0.pathExtension.lowercased()) }
      guard !files.isEmpty else {
        throw BenchError.badTrace(
          file: path, line: nil, column: nil,
          cause: "the folder has no file of type \(fileTypes.joined(separator: ", ")).")
      }
      return files.map(\.relativePath)
    }.distinct
  }
}
