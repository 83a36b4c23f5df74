import Strategies
import Testing

/// The merge algebras and their stores.
@Suite struct UpdatesTests {
  @Test func countsAdd() {
    var count = UpdateCount.one
    count.merge(UpdateCount(4))
    #expect(count == UpdateCount(5))
    #expect(count.updateCount == 5)
  }

  @Test func flagsUnite() {
    var flags = UpdateFlags(rawValue: 1)
    flags.merge(UpdateFlags(rawValue: 6))
    #expect(flags.rawValue == 7)
    #expect(flags.updateCount == 1)
  }

  @Test func newestValueReplaces() {
    var newest = NewestValue("old")
    newest.merge(NewestValue("new"))
    #expect(newest.value == "new")
    #expect(newest.updateCount == 1)
  }

  @Test func orderedUpdatesAppend() {
    var list = OrderedUpdates([1, 2])
    list.merge(OrderedUpdates([]))
    list.merge(OrderedUpdates([3]))
    #expect(list.elements == [1, 2, 3])
    #expect(list.updateCount == 3)
  }

  @Test func storeOfCountsIsEmptiedByTaking() {
    let store = UpdateCount.Pending()
    #expect(store.take() == nil)
    #expect(store.merge(.one))
    #expect(!store.merge(UpdateCount(2)))
    #expect(store.count == 3)
    #expect(store.take() == UpdateCount(3))
    #expect(store.count == 0)
    #expect(store.merge(.one))
  }

  @Test func storeOfFlagsIsEmptiedByTaking() {
    let store = UpdateFlags.Pending()
    #expect(!store.merge([]))
    #expect(store.merge(UpdateFlags(rawValue: 1)))
    #expect(!store.merge(UpdateFlags(rawValue: 4)))
    #expect(store.count == 1)
    #expect(store.take() == UpdateFlags(rawValue: 5))
    #expect(store.take() == nil)
    #expect(store.count == 0)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func everyStrategyDeliversEveryCountAndEveryFlag(_ subject: StrategyCase, _ origin: Origin) {
    let scheduler = VirtualScheduler()
    let counts = Recorder<Int>()
    let flags = Recorder<UInt>()
    let counting = subject.make(scheduler) { (update: UpdateCount) in
      counts.record(update.updateCount)
    }
    let flagging = subject.make(scheduler) { (update: UpdateFlags) in
      flags.record(update.rawValue)
    }
    for bit in 0..<40 {
      let submit = {
        counting.submit(.one)
        flagging.submit(UpdateFlags(rawValue: 1 << UInt(bit)))
      }
      let time = UInt64(bit) * 300_000
      switch origin {
      case .background: scheduler.at(nanoseconds: time, submit)
      case .main: scheduler.onMain(atNanoseconds: time, submit)
      }
    }
    scheduler.run()
    #expect(counts.all.reduce(0, +) == 40)
    #expect(flags.all.reduce(0, |) == 1 << 40 - 1)
  }
}
