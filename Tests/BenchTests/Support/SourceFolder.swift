import Coalesce
import Foundation

/// The package's own sources, which some tests read.
enum SourceFolder {
  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // HarnessTests
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()
    .appendingPathComponent("Sources", isDirectory: true)

  /// What a folder's Swift files declare in that way, whichever file it is in.
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

  /// "SourceAdd" as "source-add", "UART" as "uart".
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
