import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct GlobTests {
  @Test(arguments: [
    ("naive", "naive"), ("*", "naive"), ("*", ""), ("n*", "naive"), ("*e", "naive"),
    ("n*e", "naive"), ("n??ve", "naive"), ("?????", "naive"), ("*ai*", "naive"),
    ("**", "naive"), ("n*v*", "naive"), ("", ""), ("naive*", "naive"),
  ])
  func patternMatches(pattern: String, text: String) {
    #expect(matchesGlob(pattern, text))
  }

  @Test(arguments: [
    ("naive", "naiv"), ("naiv", "naive"), ("?", ""), ("n?ve", "naive"), ("*x*", "naive"),
    ("", "naive"), ("Naive", "naive"), ("n*x", "naive"), ("??????", "naive"), ("[n]aive", "naive"),
  ])
  func patternDoesNotMatch(pattern: String, text: String) {
    #expect(!matchesGlob(pattern, text))
  }

  /// What goes back to every star tries 10^20 ways here.
  @Test(.timeLimit(.minutes(1))) func manyStarsTakeNoLonger() {
    let text = String(repeating: "a", count: 200)
    #expect(!matchesGlob(String(repeating: "*a", count: 100) + "*b", text))
    #expect(matchesGlob(String(repeating: "*a", count: 100) + "*", text))
  }

  /// Against the definition, over all short patterns and texts.
  @Test func agreesWithItsDefinition() {
    func words(_ letters: String, _ length: Int) -> [String] {
      (0..<length).reduce([""]) { words, _ in
        words + words.flatMap { word in letters.map { word + String($0) } }
      }
    }
    func matches(_ pattern: Substring, _ text: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return matches(pattern.dropFirst(), text)
          || (!text.isEmpty && matches(pattern, text.dropFirst()))
      }
      return !text.isEmpty && (first == "?" || first == text.first)
        && matches(pattern.dropFirst(), text.dropFirst())
    }
    for pattern in Set(words("ab*?", 4)) {
      for text in Set(words("ab", 4)) {
        #expect(
          matchesGlob(pattern, text) == matches(pattern[...], text[...]), "\(pattern) \(text)")
      }
    }
  }
}
