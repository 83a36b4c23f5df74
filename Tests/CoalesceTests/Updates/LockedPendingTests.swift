import CoalesceTesting
import Dispatch
import Testing

@testable import Coalesce

struct LockedPendingTests {
  @Test func mergeAnswersHowManySubmissionsWait() {
    let store = LockedPending<OrderedUpdates<Int>>()
    #expect(store.merge(OrderedUpdates([1])) == 1)
    #expect(store.merge(OrderedUpdates([2, 3])) == 3)
    #expect(store.submissions() == 3)
    #expect(store.count == 3)
    #expect(store.take()?.elements == [1, 2, 3])
    #expect(store.take() == nil)
    #expect(store.count == 0)
    #expect(store.submissions() == 0)
    #expect(store.merge(OrderedUpdates([3])) == 1)
  }

  /// A store that says it is empty must be: whoever merges into an empty store arranges a delivery.
  @Test func storeWithNothingPendingIsEmpty() {
    let store = LockedPending<OrderedUpdates<Int>>()
    #expect(store.merge(OrderedUpdates([])) == 0)
    #expect(store.count == 0)
    #expect(store.merge(OrderedUpdates([1])) == 1)
  }

  /// Moves that cancel out leave nothing to show, and whoever merges next must arrange a delivery.
  @Test func valueThatCancelledOutIsEmpty() {
    let store = LockedPending<Offset>()
    #expect(store.merge(Offset(steps: 1)) == 1)
    #expect(store.merge(Offset(steps: -1)) == 0)
    #expect(store.count == 0)
    #expect(store.take() == nil)
    #expect(store.merge(Offset(steps: 2)) == 2)
    #expect(store.take()?.steps == 2)
  }

  private struct Offset: Mergeable {
    var steps: Int
    var updateCount: Int { abs(steps) }
    mutating func merge(_ newer: Offset) { steps += newer.steps }
  }

  /// A value that is replaced may call out when it ends, for instance submit: that would hang.
  @Test func replacedValueIsReleasedOutsideTheLock() {
    let store = NewestValue<LockProbe?>.Pending()
    let wasOpen = Recorder<Bool>()
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    _ = store.merge(NewestValue(nil))
    #expect(wasOpen.all == [true])
  }

  @Test func valueReplacedUnderItsKeyIsReleasedOutsideTheLock() {
    let store = LockedPending<NewestByKey<Int, LockProbe>>()
    let wasOpen = Recorder<Bool>()
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    _ = store.merge(NewestByKey(1, LockProbe {}))
    #expect(wasOpen.all == [true])
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    store.putBack(NewestByKey(1, LockProbe { [unowned store] in wasOpen.record(isOpen(store)) }))
    #expect(wasOpen.all == [true, true])
    _ = store.take()
    #expect(wasOpen.all == [true, true, true])
  }

  /// What a limit drops, while elements come and when they are taken.
  @Test func elementBeyondTheLimitIsReleasedOutsideTheLock() {
    let store = LockedPending<OrderedUpdates<LockProbe>>()
    let wasOpen = Recorder<Bool>()
    store.setLimit { $0.keepNewest(1, isExact: $1) }
    for _ in 0..<4 {
      let element = LockProbe { [unowned store] in wasOpen.record(isOpen(store)) }
      _ = store.merge(OrderedUpdates([element]))
    }
    #expect(wasOpen.all == [true, true])
    let taken = store.take()
    #expect(taken?.elements.count == 1)
    #expect(wasOpen.all == [true, true, true])
  }

  /// Asks on another queue, for where the lock is held the answer never comes; only that is waited
  /// for.
  private func isOpen(_ store: some PendingUpdates) -> Bool {
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = store.count
      answered.signal()
    }
    return answered.wait(timeout: .now() + .seconds(2)) == .success
  }
}

extension PendingUpdates where Update == NewestValue<LockProbe?> {
  /// Here, and in no variable of the test, so that the store holds the only reference.
  fileprivate func mergeProbe(atEnd: @escaping @Sendable () -> Void) {
    _ = merge(NewestValue(LockProbe(atEnd: atEnd)))
  }
}

extension PendingUpdates where Update == NewestByKey<Int, LockProbe> {
  fileprivate func mergeProbe(atEnd: @escaping @Sendable () -> Void) {
    _ = merge(NewestByKey(1, LockProbe(atEnd: atEnd)))
  }
}
