import Dispatch
import Foundation
import Strategies
import Testing

// snippet:begin
@MainActor final class FilesViewController {
  private let reload: Throttle<UpdateCount>

  init(tableView: TableView) {
    reload = Throttle(interval: .milliseconds(100)) { _ in tableView.reloadData() }
  }
  /// Call it from any thread, as often as you like.
  nonisolated func setNeedsUpdate() { reload.setNeedsUpdate() }
}
// snippet:end

/// As much of a table view as the snippet needs.
@MainActor final class TableView {
  private(set) var reloadCount = 0
  private let reloaded: AsyncStream<Void>.Continuation

  init(_ reloaded: AsyncStream<Void>.Continuation) { self.reloaded = reloaded }

  func reloadData() {
    reloadCount += 1
    reloaded.yield()
  }
}

@Suite struct ReadmeSnippetTests {
  @Test(.timeLimit(.minutes(1)))
  func viewControllerReloadsItsTableFarLessOftenThanItIsTold() async {
    let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
    let tableView = await TableView(continuation)
    let controller = await FilesViewController(tableView: tableView)
    DispatchQueue.concurrentPerform(iterations: 1_000) { _ in controller.setNeedsUpdate() }
    var iterator = reloads.makeAsyncIterator()
    await iterator.next()
    let count = await tableView.reloadCount
    #expect((1...10).contains(count))
  }

  @Test(.timeLimit(.minutes(1)))
  @MainActor func viewControllerReloadsItsTableAtOnceOnMain() {
    let (_, continuation) = AsyncStream.makeStream(of: Void.self)
    let tableView = TableView(continuation)
    let controller = FilesViewController(tableView: tableView)
    controller.setNeedsUpdate()
    #expect(tableView.reloadCount == 1)
  }

  @Test func snippetIsShorterThanTenLines() throws {
    let lines = try snippetLines()
    #expect(!lines.isEmpty)
    #expect(lines.filter { !$0.isEmpty }.count < 10)
  }

  @Test func readmeShowsExactlyTheSnippet() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../README.md").standardizedFileURL
    let text = try? String(contentsOf: readme, encoding: .utf8)
    let found = try #require(text, "There is no README.md. Write it, with the snippet in it.")
    let snippet = try snippetLines().joined(separator: "\n")
    let isThere = found.contains("\n\(snippet)\n")
    #expect(isThere, "Put into README.md, as they are, these lines of \(#fileID):\n\(snippet)")
  }

  private func snippetLines() throws -> [String] {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex(of: "// snippet:begin"))
    let end = try #require(lines.firstIndex(of: "// snippet:end"))
    return Array(lines[(begin + 1)..<end])
  }
}
