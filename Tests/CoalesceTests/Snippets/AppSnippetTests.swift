import Coalesce
import CoalesceTesting
import Dispatch
import Observation
import Testing

// Code of apps and servers, compiled exactly as in the documentation.

// snippet: a model that is observed
@Observable @MainActor final class Library {
  var books: [String] = []
}

@MainActor final class LibraryViewController {
  nonisolated let reload = Coalescer<UpdateCount>(.nextPass)
  private(set) var shown: [[String]] = []

  func show(_ library: Library) {
    reload.onDelivery(to: self) { [library] view in view.shown.append(library.books) }
    reload.observe(library) { library in library.books }
  }
}

// snippet: a stream of values
struct Tick: Sendable {
  let symbol: String
  let price: Int
}

@available(macOS 15, iOS 18, *)
func showPrices(
  of ticks: some AsyncSequence<Tick, Never> & Sendable, show: ([String: Int]) -> Void
) async {
  let prices = ticks.map { NewestByKey($0.symbol, $0.price) }
  for await update in prices.coalesced(by: .throttle(for: .milliseconds(20))) {
    show(update.values)
  }
}

// snippet: a server that writes what has changed, on a queue of its own
final class Writer: Sendable {
  private let changed: Coalescer<ChangedIDs<Int>>

  init(write: @escaping @Sendable (Set<Int>) -> Void) {
    changed = Coalescer(
      .debounce(for: .milliseconds(5), maximum: .milliseconds(50)),
      on: .queue(DispatchQueue(label: "writer")))
    changed.onQueueDelivery { write($0.ids) }
  }

  func accountChanged(_ id: Int) { changed.submit(ChangedIDs(id)) }

  func close() async throws { try await changed.waitUntilDelivered() }
}

struct AppSnippetTests {
  /// One block makes both changes, the second after the notification; one delivery shows both.
  @Test @MainActor func observedModelIsReadAfterItsChange() async {
    let library = Library()
    let view = LibraryViewController()
    view.show(library)
    library.books = ["Emma"]
    library.books.append("Persuasion")
    while view.shown.isEmpty { await Task.yield() }
    #expect(view.shown == [["Emma", "Persuasion"]])
    library.books = []
    while view.shown.count < 2 { await Task.yield() }
    #expect(view.shown.last == [])
  }

  /// As docs/in-an-app.md says, a second coalescer shows how many updates wait for the first.
  @Test @MainActor func labelCountsWhatAPauseHoldsBack() {
    let time = VirtualScheduler()
    let posts = Coalescer<OrderedUpdates<Int>>(on: .scheduler(time))
    let badge = Reload(on: .scheduler(time))
    var (shown, labels) = (0, [Int]())
    posts.onDelivery { shown += $0.elements.count }
    badge.onDelivery { labels.append(posts.pendingCount) }
    var pause: DeliveryPause? = posts.pause()
    for second in 1...3 {
      time.at(.seconds(second)) {
        posts.submit(second)
        badge.setNeedsUpdate()
      }
    }
    time.run()
    #expect(shown == 0 && labels == [1, 2, 3])
    withExtendedLifetime(pause) {}
    pause = nil
    time.run()
    #expect(shown == 3 && posts.pendingCount == 0)
  }

  @available(macOS 15, iOS 18, *)
  @Test func streamEndsWithItsNewestPrices() async {
    let ticks = AsyncStream<Tick> { continuation in
      for number in 1...1_000 {
        continuation.yield(Tick(symbol: number.isMultiple(of: 2) ? "even" : "odd", price: number))
      }
      continuation.finish()
    }
    var shown: [String: Int] = [:]
    var updates = 0
    await showPrices(of: ticks) { prices in
      shown.merge(prices) { $1 }
      updates += 1
    }
    #expect(shown == ["odd": 999, "even": 1_000])
    #expect((1...20).contains(updates))
  }

  @Test func serverMergesWritesAndMissesNoAccount() async throws {
    let (writes, continuation) = AsyncStream.makeStream(of: Set<Int>.self)
    let writer = Writer { continuation.yield($0) }
    DispatchQueue.concurrentPerform(iterations: 400) { writer.accountChanged($0 % 40) }
    try await writer.close()
    continuation.finish()
    var written = Set<Int>()
    var count = 0
    for await ids in writes {
      written.formUnion(ids)
      count += 1
    }
    #expect(written == Set(0..<40))
    #expect(count < 40)
  }
}
