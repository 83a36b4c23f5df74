import Coalesce
import Foundation

/// The package's own sources, which some tests read.
enum SourceFolder {
  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // BenchTests
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()
    .appendingPathComponent("Sources", isDirectory: true)

  /// The names that match `declaration` in any Swift file of a folder.
  static func names(_ declaration: Regex<(Substring, Substring)>, in folder: String) throws
    -> [String]
  {
    try FileManager.default.subpathsOfDirectory(atPath: url.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".swift") }
      .flatMap { try text("\(folder)/\($0)").matches(of: declaration).map { String($0.1) } }
      .sorted()
  }

  static func text(_ file: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
  }

  /// Turns "SourceAdd" into "source-add" and "UART" into "uart".
  static func kebabCase(_ typeName: String) -> String {
    var text = ""
    var before: Character?
    for character in typeName {
      if character.isUppercase, let before, !before.isUppercase { text += "-" }
      text += character.lowercased()
      before = character
    }
    return text
  }
}
