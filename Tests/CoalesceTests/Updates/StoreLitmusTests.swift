import Coalesce
import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

/// A producer and a consumer use one store as fast as they can.
///
/// If a merge returned early because something is already pending, it would order nothing: the consumer could take the
/// store and read the model before the change. With such a merge, this happened in 239 of 100 000
/// rounds.
@Suite(.serialized) struct StoreLitmusTests {
  @Test func takingCountsMakesEveryModelChangeVisible() {
    #expect(staleRounds(PendingStore<UpdateCount>(), .one) == 0)
  }

  @Test func takingFlagsMakesEveryModelChangeVisible() {
    #expect(staleRounds(PendingStore<UpdateFlags>(), UpdateFlags(rawValue: 1)) == 0)
  }

  /// The number of rounds in which the consumer did not see the newest model.
  private func staleRounds<Update>(_ store: PendingStore<Update>, _ update: Update) -> Int {
    let model = Counter()
    let shown = Counter()
    let passes = Counter()
    let stale = Counter()
    let isDone = Counter()
    produce(threads: 2, each: 1) { thread, _ in
      guard thread == 0 else {
        while isDone.value == 0 {
          if store.take() != nil { shown.value = model.value }
          passes.value += 1
        }
        return
      }
      for round in 1...10_000 {
        _ = store.merge(update)
        model.value = round
        _ = store.merge(update)
        // Waits for two passes of the consumer, because one may have begun before the change.
        let pass = passes.value
        while passes.value < pass + 2 { continue }
        if shown.value != round { stale.value += 1 }
      }
      isDone.value = 1
    }
    return stale.value
  }
}

/// A number that any thread may read and write, without ordering other memory accesses.
private final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int {
    get { number.load(ordering: .relaxed) }
    set { number.store(newValue, ordering: .relaxed) }
  }
}
