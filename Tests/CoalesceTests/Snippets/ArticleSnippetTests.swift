import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

@MainActor final class Badge {
  private let count: Coalescer<NewestValue<Int>>
  private(set) var text = ""

  /// Without a place: on the main thread, in the app's own time.
  init(on place: DeliveryPlace = .main) {
    count = Coalescer(.throttle(for: .milliseconds(100)), on: place)
    count.onDelivery(to: self) { badge, newest in badge.text = "\(newest.value)" }
  }
  nonisolated func countChanged(to new: Int) { count.submit(new) }
}

/// Snippets of articles that no other test contains; `DocumentationTests` looks for each.
struct ArticleSnippetTests {
  @Test func eachPolicyNeedsOneLineOfCode() {
    let answer = Coalescer<UpdateCount>()
    let files = Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
    let graph = Coalescer<NewestValue<Double>>(.frame())
    let badge = Coalescer<UpdateCount>(.nextPass)
    let results = Coalescer<UpdateCount>(.debounce(for: .milliseconds(150)))
    let log = Coalescer<OrderedUpdates<String>>(.budget(share: 0.1))

    let counting = [answer, files, badge, results]
    #expect(counting.allSatisfy { $0.pendingCount == 0 })
    #expect(graph.pendingCount + log.pendingCount == 0)
  }

  @Test @MainActor func badgeShowsTheFirstCountThenTheNewest() {
    let time = VirtualScheduler()
    let badge = Badge(on: .scheduler(time))
    time.at(.milliseconds(1)) { badge.countChanged(to: 1) }
    time.at(.milliseconds(2)) { badge.countChanged(to: 2) }
    time.at(.milliseconds(3)) { badge.countChanged(to: 3) }
    time.run(until: .milliseconds(90))
    #expect(badge.text == "1")
    time.run()
    #expect(badge.text == "3")
  }
}
