import Testing

@testable import Harness
@testable import Runs

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
}
