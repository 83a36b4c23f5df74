import Coalesce
import CoalesceTesting
import Synchronization
import Testing

/// What articles show and no other test contains; `Scripts/dev/docs` looks for each block.
struct ArticleSnippetTests {
  @Test func policiesNeedOneLineEach() {
    let answer = Coalescer<UpdateCount>(.balancedEager())
    let files = Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
    let graph = Coalescer<NewestValue<Double>>(.frame())
    let badge = Coalescer<UpdateCount>(.nextPass)
    let results = Coalescer<UpdateCount>(.debounce(for: .milliseconds(150)))
    let log = Coalescer<OrderedUpdates<String>>(.budget(share: 0.1))

    let counting = [answer, files, badge, results]
    #expect(counting.allSatisfy { $0.pendingCount == 0 })
    #expect(graph.pendingCount + log.pendingCount == 0)
  }

  @Test func codeRunsInVirtualTime() {
    let time = VirtualScheduler()
    let written = Mutex<[Set<Int>]>([])
    let changed = Coalescer<ChangedIDs<Int>>(
      .debounce(for: .milliseconds(5), maximum: .milliseconds(50)), scheduler: time
    ) { update in written.withLock { $0.append(update.ids) } }

    time.at(.zero) { changed.submit(ChangedIDs(1)) }
    time.at(.milliseconds(2)) { changed.submit(ChangedIDs(2)) }
    time.at(.milliseconds(30)) { changed.submit(ChangedIDs(1)) }
    time.run()

    #expect(written.withLock { $0 } == [[1, 2], [1]])
  }

  @Test func dearDeliveriesKeepMainBusy() {
    #expect(Timeline(cost: .milliseconds(3)).play("abcdef", .nextPass) == "a--d--f")
  }
}
