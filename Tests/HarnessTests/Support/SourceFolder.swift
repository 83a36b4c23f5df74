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

  /// The names, without their ending, of the Swift files right in that folder.
  static func typeNames(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// The strategies of the library, in whatever folder they are declared.
  static func strategyTypes() throws -> [String] {
    let folder = url.appendingPathComponent("Strategies", isDirectory: true)
    let declaration = /public final class (\w+)[^\n]*: UpdateStrategy/
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .flatMap { try text("Strategies/" + $0).matches(of: declaration).map { String($0.1) } }
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
