import Coalesce
import CoalesceTesting
import Testing

/// The merge algebras and their stores.
@Suite(.timeLimit(.minutes(15))) struct UpdatesTests {
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

  /// A delivery that nobody took goes back behind nothing: it is older than what has come since.
  private func takenBack<Store: PendingUpdates>(
    _ store: Store, _ older: Store.Update, _ newer: Store.Update? = nil
  ) throws -> Store.Update {
    _ = store.merge(older)
    let taken = try #require(store.take())
    if let newer { _ = store.merge(newer) }
    store.putBack(taken)
    #expect(store.submissions() > 0)
    return try #require(store.take())
  }

  @Test func whatIsPutBackIsThereAgain() throws {
    #expect(try takenBack(UpdateCount.Pending(), UpdateCount(3)) == UpdateCount(3))
    #expect(try takenBack(UpdateCount.Pending(), UpdateCount(3), .one) == UpdateCount(4))
    let (first, second) = (UpdateFlags(rawValue: 1), UpdateFlags(rawValue: 4))
    #expect(try takenBack(UpdateFlags.Pending(), first) == first)
    #expect(try takenBack(UpdateFlags.Pending(), first, second) == first.union(second))
    #expect(try takenBack(NewestValue<Int>.Pending(), NewestValue(1)).value == 1)
    #expect(try takenBack(NewestValue<Int>.Pending(), NewestValue(1), NewestValue(2)).value == 2)
    let (older, newer) = (OrderedUpdates([1, 2]), OrderedUpdates([3]))
    #expect(try takenBack(OrderedUpdates<Int>.Pending(), older).elements == [1, 2])
    #expect(try takenBack(OrderedUpdates<Int>.Pending(), older, newer).elements == [1, 2, 3])
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
