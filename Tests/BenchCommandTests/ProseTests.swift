import BenchReport
import Testing

@testable import BenchCLI

@Suite(.timeLimit(.minutes(15))) struct ProseTests {
  @Test func linesAreAtMostAHundredColumnsWide() {
    let text = (1...60).map { "word\($0)" }.joined(separator: " ")
    for indent in [0, 2, 40] {
      let lines = Prose.wrapped(text, indent: indent).split(separator: "\n")
      #expect(lines.count > 3)
      #expect(lines.allSatisfy { $0.count <= 100 })
      #expect(lines.allSatisfy { $0.prefix { $0 == " " }.count == indent })
      #expect(lines.joined(separator: " ").split(separator: " ").joined(separator: " ") == text)
    }
  }

  @Test func lineOfExactlyAHundredColumnsIsKept() {
    let text = String(repeating: "a", count: 49) + " " + String(repeating: "b", count: 50)
    #expect(Prose.wrapped(text) == text + "\n")
    #expect(Prose.wrapped(text + "b") == text.replacing(" ", with: "\n") + "b\n")
  }

  @Test func unitStaysWithItsNumber() {
    #expect(Prose.wrapped("a 12 %, b", width: 5) == "a\n12 %,\nb\n")
    #expect(Prose.wrapped("it takes 7.5 ms. A share", width: 12) == "it takes\n7.5 ms. A\nshare\n")
    #expect(Prose.wrapped("n ms", width: 2) == "n\nms\n", "no number")
  }

  @Test func longWordHasALineOfItsOwn() {
    let word = String(repeating: "x", count: 150)
    #expect(Prose.wrapped("a \(word) b") == "a\n\(word)\nb\n")
    #expect(Prose.wrapped("") == "")
  }
}
