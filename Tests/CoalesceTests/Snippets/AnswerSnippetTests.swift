import BenchLibrarySupport
import Coalesce
import CoalesceTesting
import Testing

final class AnswerView: UITextView {
  nonisolated let characters = Coalescer<OrderedUpdates<Character>>(
    portion: .evenly(over: .milliseconds(400)))

  func appear() {
    characters.onDelivery(to: self) { view, new in view.append(String(new.elements)) }
  }
  /// For each chunk, from any thread.
  nonisolated func chunkCame(_ text: String) { characters.submit(contentsOf: text) }
  /// At the end, at an error, and when the user stops the answer: shows all that is left.
  nonisolated func answerEnded() { characters.submit(contentsOf: "", within: .zero) }
}

@MainActor struct AnswerModel {
  let answer = PacedText()

  nonisolated func receive<Chunks: AsyncSequence>(_ chunks: Chunks) async throws
  where Chunks.Element == String {
    defer { answer.finish() }
    for try await chunk in chunks { answer.append(chunk) }
  }
}

actor Transcript {
  private(set) var text = ""

  func follow(_ characters: Coalescer<OrderedUpdates<Character>>) async {
    for await portion in characters.deliveries { text.append(contentsOf: portion.elements) }
  }
}

/// The part of a text view that the snippet uses.
@MainActor class UITextView {
  private(set) var pictures: [String] = []

  func append(_ text: String) { pictures.append(text) }
}

/// Tests the snippets of "Text that streams".
@MainActor struct AnswerSnippetTests {
  @Test func endOfAnAnswerIsShownWithAllEarlierText() async {
    let view = AnswerView()
    view.appear()
    view.chunkCame(String(repeating: "word ", count: 100))
    view.answerEnded()
    await view.characters.allDelivered()
    #expect(view.pictures.joined() == String(repeating: "word ", count: 100))
    #expect(view.characters.pendingCount == 0)
  }

  @Test func chunksOfASequenceEndUpInTheModel() async throws {
    let (chunks, input) = AsyncThrowingStream.makeStream(of: String.self)
    for _ in 0..<10 { input.yield("word ") }
    input.finish()
    let model = AnswerModel()
    try await model.receive(chunks)
    await model.answer.coalescer.allDelivered()
    #expect(model.answer.text == String(repeating: "word ", count: 10))
  }

  @Test func loopOfAnActorTakesPortions() async {
    let characters = Coalescer<OrderedUpdates<Character>>(.nextPass, portion: .atMost(3))
    let transcript = Transcript()
    let following = Task { await transcript.follow(characters) }
    characters.submit(contentsOf: "evenly")
    while await transcript.text != "evenly" { await Task.yield() }
    characters.cancel()
    await following.value
  }

  @Test func linesFitATime() {
    let lines = Coalescer<OrderedUpdates<String>>(.frame(), portion: .fitting(.milliseconds(4)))

    #expect(lines.pendingCount == 0)
  }
}
