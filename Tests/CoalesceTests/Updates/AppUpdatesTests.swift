import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// Updates that an app builds from ready-made parts, and their deliveries.
struct AppUpdatesTests {
  private struct Sections: OptionSet, Mergeable {
    let rawValue: UInt
    static let header = Sections(rawValue: 1)
    static let rows = Sections(rawValue: 2)
  }

  /// An option set over a smaller integer, which has no atomic store.
  private struct SmallSections: OptionSet, Mergeable {
    let rawValue: UInt8
    static let header = SmallSections(rawValue: 1)
    static let rows = SmallSections(rawValue: 2)
  }

  private let scheduler = VirtualScheduler()

  /// Submits all `updates` at once, and returns the deliveries.
  private func delivered<Update: Mergeable>(_ updates: [Update]) -> [Update] {
    let shown = Recorder<Update>()
    let coalescer = Coalescer<Update>(.nextPass, on: .scheduler(scheduler)) { shown.record($0) }
    for update in updates { coalescer.submit(update) }
    scheduler.run()
    #expect(coalescer.pendingCount == 0)
    return shown.all
  }

  @Test func newestValueOfEachKeyIsDelivered() {
    let updates = [
      NewestByKey("A", 1), NewestByKey("B", 2), NewestByKey(["A": 3, "C": 4]), NewestByKey([:]),
    ]
    #expect(delivered(updates).map(\.values) == [["A": 3, "B": 2, "C": 4]])
  }

  @Test func pendingKeysAreCountedOnce() {
    let coalescer = Coalescer<NewestByKey<String, Int>>(.nextPass, on: .scheduler(scheduler))
    for value in 1...5 { coalescer.submit(NewestByKey("A", value)) }
    coalescer.submit(NewestByKey("B", 0))
    #expect(coalescer.pendingCount == 2)
  }

  @Test func changedElementsAreNamedOnce() {
    let updates = [ChangedIDs(1), ChangedIDs(2), ChangedIDs([1, 3]), ChangedIDs([])]
    #expect(delivered(updates) == [ChangedIDs([1, 2, 3])])
    #expect(delivered([ChangedIDs<Int>([])]).isEmpty)
  }

  @Test func wordSizedOptionSetsAreMergedAtomically() {
    #expect(delivered([Sections.header, [], .rows, .header]) == [[.header, .rows]])
    #expect(delivered([Sections(), []]).isEmpty)
    #expect(PendingStore<Sections>().locked == nil)
  }

  @Test func smallOptionSetsAreMergedUnderALock() {
    #expect(delivered([SmallSections.header, [], .rows]) == [[.header, .rows]])
    #expect(delivered([SmallSections(), []]).isEmpty)
    #expect(PendingStore<SmallSections>().locked != nil)
  }

  /// The pending updates cancel out before their timer or dispatch; later updates must not be stranded.
  @Test(arguments: DeliveryPauseTests.policies, Origin.allCases)
  func updateAfterValuesThatCancelOutIsDelivered(_ pace: Pace, _ origin: Origin) {
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Difference>(pace, on: .scheduler(scheduler)) {
      shown.record($0.number)
    }
    for (time, numbers) in [(0, [1]), (1_000, [3, 4, -7]), (1_001, [-2, 2]), (3_000, [5, 1])] {
      scheduler.at(.milliseconds(time), origin) {
        // Pauses, because some policies would deliver each update inside `submit`.
        let hold = coalescer.pause()
        for number in numbers { coalescer.submit(Difference(number: number)) }
        hold.end()
      }
    }
    scheduler.run()
    #expect(shown.all == [1, 6])
    #expect(coalescer.pendingCount == 0)
  }

  /// The dispatch and the timer find nothing pending.
  @Test(arguments: DeliveryPauseTests.policies)
  func updatesThatCancelOutCauseNoDelivery(_ pace: Pace) {
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Difference>(pace, on: .scheduler(scheduler)) {
      shown.record($0.number)
    }
    scheduler.at(nanoseconds: 0) {
      for number in [1, 1, 1, 1, -4] { coalescer.submit(Difference(number: number)) }
    }
    scheduler.run()
    #expect(shown.all.isEmpty)
    coalescer.submit(Difference(number: 9))
    scheduler.run()
    #expect(shown.all == [9])
  }
}
