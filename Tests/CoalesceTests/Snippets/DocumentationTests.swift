import Foundation
import Testing

/// Checks the code and links in README.md, docs and the articles.
struct DocumentationTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static let pages: [String] = {
    let others = files(in: "docs", named: ".md") + files(in: "Sources", named: ".md")
    return ["README.md", "CONTRIBUTING.md", "Results/README.md"] + others.sorted()
  }()

  /// All Swift files that this package compiles as tests or examples, without the indentation of their
  /// lines.
  private static let compiled: [String] = ["Tests", "Examples"]
    .flatMap { files(in: $0, named: ".swift") }
    .compactMap { try? text($0) }
    .map { "\n\(withoutIndentation($0))\n" }

  private static func files(in folder: String, named suffix: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
    let names = (found?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
      .map { "\(folder)/\($0)" }
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: package.appending(path: name), encoding: .utf8)
  }

  private static func withoutIndentation(_ text: some StringProtocol) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func readmeHasAtMost110Lines() throws {
    let lines = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 111, "110 lines and the end of the last")
  }

  /// Compares paragraph by paragraph, because a page may leave out the code in between.
  @Test(arguments: pages)
  func documentedSwiftCompiles(page: String) throws {
    for block in try Self.text(page).matches(of: /```swift\n((?:.|\n)*?)```/) {
      // Skips manifests, which Scripts/dev/check-use builds.
      if block.1.hasPrefix("// swift-tools-version") { continue }
      for paragraph in Self.withoutIndentation(block.1).split(separator: "\n\n") {
        let lines = paragraph.trimmingCharacters(in: .newlines)
        let isThere = Self.compiled.contains { $0.contains("\n\(lines)\n") }
        #expect(isThere, "\(page) shows what no test and no example compiles:\n\(lines)")
      }
    }
  }

  @Test(arguments: pages)
  func linksHaveTargets(page: String) throws {
    let text = try Self.text(page).replacing(/```(?:.|\n)*?```/, with: "")
    let links =
      text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      + text.matches(of: /src(?:set)?="([^"]+)"/).map { String($0.1) }
    for link in links where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? Self.package.appending(path: page)
        : Self.package.appending(path: page).deletingLastPathComponent()
          .appending(path: String(parts[0])).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link)")
      guard parts.count == 2 else { continue }
      let there = try String(contentsOf: target, encoding: .utf8)
      #expect(Self.anchors(there).contains(String(parts[1])), "\(page): \(link)")
    }
  }

  /// The anchors that GitHub gives to headings: lower case, hyphens for spaces, no punctuation.
  private static func anchors(_ text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.*)$/).map { heading in
        heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacingOccurrences(of: " ", with: "-")
      })
  }
}
