import BenchLibrarySupport
import Coalesce
import Testing

final class AnswerView: UITextView {
  nonisolated let updates = Reload()

  func appear() {
    updates.onDelivery(to: self) { view in view.layOutAllTextSoFar() }
  }
  /// For each token, from any thread.
  nonisolated func tokenCame() { updates.setNeedsUpdate() }
  /// At the end, at an error, and when the user stops the answer.
  nonisolated func answerEnded() { updates.submit(.one, within: .zero) }
}

/// The part of a text view that the snippet uses.
@MainActor class UITextView {
  private(set) var layouts = 0

  func layOutAllTextSoFar() { layouts += 1 }
}

/// Tests a snippet of docs/in-an-app.md.
struct AnswerSnippetTests {
  @Test
  @MainActor func endOfAnAnswerIsShownWithAllEarlierTokens() async {
    let view = AnswerView()
    view.appear()
    for _ in 0..<100 { view.tokenCame() }
    view.answerEnded()
    await view.updates.allDelivered()
    #expect(view.layouts == 1)
    #expect(view.updates.pendingCount == 0)
  }
}
