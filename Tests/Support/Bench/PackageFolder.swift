import Foundation

/// The package's own files, which some tests read.
package enum PackageFolder {
  package static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()  // Bench
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  package static func text(_ file: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
  }
}
