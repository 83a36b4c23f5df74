import Coalesce
import Dispatch
import Foundation
import Testing

// snippet:begin
final class FilesViewController: UITableViewController {
  nonisolated let reload = Reload()

  override func viewDidLoad() {
    super.viewDidLoad()
    reload.onDelivery(to: self) { files in files.tableView.reloadData() }
  }
  /// Call it from any thread, as often as you like.
  nonisolated func filesChanged() { reload.setNeedsUpdate() }
}
// snippet:end

/// The parts of UIKit that the snippet uses.
@MainActor class UITableViewController {
  let tableView = TableView()

  func viewDidLoad() {}
}

@MainActor final class TableView {
  private(set) var reloadCount = 0
  let reloads: AsyncStream<Void>
  private let reloaded: AsyncStream<Void>.Continuation

  init() { (reloads, reloaded) = AsyncStream.makeStream() }

  func reloadData() {
    reloadCount += 1
    reloaded.yield()
  }
}

struct ReadmeSnippetTests {
  @Test func viewControllerMergesReloadsOfItsTable() async {
    let controller = await FilesViewController()
    await controller.viewDidLoad()
    DispatchQueue.concurrentPerform(iterations: 1_000) { _ in controller.filesChanged() }
    var reloads = controller.tableView.reloads.makeAsyncIterator()
    await reloads.next()
    let count = await controller.tableView.reloadCount
    #expect((1...10).contains(count))
  }

  @Test func snippetIsShorterThanTenLines() throws {
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
      .components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex(of: "// snippet:begin"))
    let end = try #require(lines.firstIndex(of: "// snippet:end"))
    #expect((2..<10).contains(lines[(begin + 1)..<end].count { !$0.isEmpty }))
  }
}
