import Coalesce
import CoalesceTesting
import Testing

/// Handlers as an app's author would first write them.
@MainActor struct HandlerTests {
  private final class List {
    var reloads = 0
    var prices: [String: Double] = [:]
  }

  private actor Store {
    private(set) var saved: Set<Int> = []
    private(set) var attempts = 0

    struct Full: Error {}

    func save(_ ids: Set<Int>) throws {
      attempts += 1
      if attempts == 1 { throw Full() }
      saved.formUnion(ids)
    }
  }

  private let list = List()

  @Test func wholeDictionaryCanBeSubmitted() {
    let time = VirtualScheduler()
    let prices = Coalescer<NewestByKey<String, Double>>(.nextPass, scheduler: time)
    prices.onDelivery(to: list) { list, update in list.prices = update.values }
    prices.submit(NewestByKey(["AAPL": 1, "MSFT": 2]))
    prices.submit(3, for: "AAPL")
    time.run()
    #expect(list.prices == ["AAPL": 3, "MSFT": 2])
  }

  /// A newer update or a wait causes the next attempt.
  @Test(arguments: [true, false]) func failedUpdatesAreDeliveredAgain(isNewer: Bool) async {
    let store = Store()
    let changes = Coalescer<ChangedIDs<Int>>(.nextPass) { try await store.save($0.ids) }
    changes.submit(1)
    #expect(await !changes.waitUntilDelivered())
    #expect(changes.pendingCount == 1)
    if isNewer { changes.submit(2) }
    #expect(await changes.waitUntilDelivered())
    #expect(await store.saved == (isNewer ? [1, 2] : [1]))
    #expect(await store.attempts == 2)
    #expect(changes.pendingCount == 0)
  }

  @Test func virtualTimesCanBeGivenAsDurations() {
    let time = VirtualScheduler()
    let starts = Locked<[Duration]>([])
    let reload = Coalescer<UpdateCount>(
      .throttle(for: .milliseconds(10)), scheduler: time
    ) { _ in
      starts.withLock { $0.append(time.now) }
      time.spend(.milliseconds(2))
    }
    for step in [0, 1, 2] { time.onMain(at: .milliseconds(step)) { reload.setNeedsUpdate() } }
    #expect(!time.run(until: .milliseconds(5)))
    #expect(starts.withLock { $0.count } == 1)
    #expect(time.run())
    #expect(starts.withLock { $0.count } == 2)
    #expect(time.now >= .milliseconds(12))
  }
}
