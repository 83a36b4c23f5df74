import Coalesce
import CoalesceTesting
import Testing

/// How each type of update merges.
struct UpdatesTests {
  @Test func mergedCountsAreAdded() {
    var count = UpdateCount.one
    count.merge(UpdateCount(4))
    #expect(count == UpdateCount(5))
    #expect(count.updateCount == 5)
  }

  @Test func mergedFlagsFormTheirUnion() {
    var flags = UpdateFlags(rawValue: 1)
    flags.merge(UpdateFlags(rawValue: 6))
    #expect(flags.rawValue == 7)
    #expect(flags.updateCount == 1)
  }

  @Test func newerValueReplacesTheOlder() {
    var newest = NewestValue("old")
    newest.merge(NewestValue("new"))
    #expect(newest.value == "new")
    #expect(newest.updateCount == 1)
  }

  @Test func newerElementsAreAppended() {
    var list = OrderedUpdates([1, 2])
    list.merge(OrderedUpdates([]))
    list.merge(OrderedUpdates([3]))
    #expect(list.elements == [1, 2, 3])
    #expect(list.updateCount == 3)
  }
}
