import Coalesce
import CoalesceTesting
import Testing

/// The merge algebras and their stores.
struct UpdatesTests {
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
    #expect(store.merge(.one) == 1)
    #expect(store.merge(UpdateCount(2)) == 3)
    #expect(store.submissions() == 3)
    #expect(store.count == 3)
    #expect(store.take() == UpdateCount(3))
    #expect(store.count == 0)
    #expect(store.submissions() == 0)
    #expect(store.merge(.one) == 1)
  }

  /// A delivery that nobody took goes back before what has come since. Returns what the store then
  /// holds, of how many submissions.
  private func takenBack<Store: PendingUpdates>(
    _ store: Store, _ older: Store.Update, _ newer: Store.Update? = nil
  ) throws -> (update: Store.Update, submissions: Int) {
    _ = store.merge(older)
    let taken = try #require(store.take())
    if let newer { _ = store.merge(newer) }
    store.putBack(taken)
    return try #require(store.takeAll())
  }

  @Test func whatIsPutBackIsThereAgain() throws {
    let counts = UpdateCount.Pending()
    #expect(try takenBack(counts, UpdateCount(3)) == (UpdateCount(3), 3))
    #expect(try takenBack(counts, UpdateCount(3), .one) == (UpdateCount(4), 4))
    let (flags, first, second) = (
      UpdateFlags.Pending(), UpdateFlags(rawValue: 1), UpdateFlags(rawValue: 4)
    )
    #expect(try takenBack(flags, first) == (first, 1))
    #expect(try takenBack(flags, first, second) == (first.union(second), 2))
    let newest = NewestValue<Int>.Pending()
    #expect(try takenBack(newest, NewestValue(1)) == (NewestValue(1), 1))
    #expect(try takenBack(newest, NewestValue(1), NewestValue(2)) == (NewestValue(2), 1))
    let ordered = OrderedUpdates<Int>.Pending()
    #expect(try takenBack(ordered, OrderedUpdates([1, 2])) == (OrderedUpdates([1, 2]), 2))
    #expect(
      try takenBack(ordered, OrderedUpdates([1, 2]), OrderedUpdates([3]))
        == (OrderedUpdates([1, 2, 3]), 3))
  }

  @Test func storeOfFlagsIsEmptiedByTaking() {
    let store = UpdateFlags.Pending()
    #expect(store.merge([]) == 0)
    #expect(store.merge(UpdateFlags(rawValue: 1)) == 1)
    #expect(store.merge(UpdateFlags(rawValue: 4)) == 2)
    #expect(store.merge([]) == 2)
    #expect(store.submissions() == 2)
    #expect(store.count == 1)
    #expect(store.take() == UpdateFlags(rawValue: 5))
    #expect(store.take() == nil)
    #expect(store.count == 0)
  }
}
