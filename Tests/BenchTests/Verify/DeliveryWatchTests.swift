import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct DeliveryWatchTests {
  private var watch = DeliveryWatch()

  init() { for _ in 0..<10 { watch.submitted() } }

  private mutating func deliver(isMain: Bool = true) -> [Promise] {
    let faults = watch.begin(isMain: isMain).map(\.promise)
    watch.finish(isMain: isMain)
    return faults
  }

  @Test mutating func deliveriesOneAfterAnotherAreRight() {
    #expect(deliver() + deliver() == [])
  }

  @Test mutating func deliveryOffMainIsConcurrent() {
    #expect(deliver(isMain: false) == [.neverConcurrent])
  }

  @Test mutating func deliveryDuringOneOffMainIsConcurrent() {
    _ = watch.begin(isMain: false)
    #expect(deliver() == [.neverConcurrent])
  }

  @Test mutating func deliveryInsideAnotherIsNested() {
    _ = watch.begin(isMain: true)
    #expect(deliver() == [.neverNested])
    watch.finish(isMain: true)
    #expect(deliver() == [])
  }

  @Test mutating func noneFollowsCancelOnMainNotEvenInTheSameTurn() {
    _ = watch.begin(isMain: true)
    watch.cancelled(onMain: true)
    watch.finish(isMain: true)
    #expect(deliver() == [.nothingAfterCancel])
  }

  @Test mutating func whatWasUnderWayElsewhereMayEnd() {
    _ = watch.begin(isMain: true)
    watch.cancelled(onMain: false)
    watch.dropped()
    watch.finish(isMain: true)
    #expect(deliver() == [])
    watch.beginTurn()
    #expect(deliver() == [.nothingAfterCancel, .safeToDrop])
  }

  @Test mutating func noneIsMadeInAPauseButWhatWasUnderWay() {
    _ = watch.begin(isMain: true)
    watch.paused()
    watch.finish(isMain: true)
    watch.beginTurn()
    #expect(deliver() == [.pauseLosesNothing])
    watch.paused()
    watch.resumed()
    #expect(deliver() == [])
  }

  @Test mutating func oneMayBeMadeForEachSubmissionUntilNothingIsPending() {
    for _ in 0..<10 { #expect(deliver() == []) }
    #expect(deliver() == [.noEmptyDeliveries])
    watch.submitted()
    watch.submitted()
    #expect(deliver() == [])
    watch.nothingIsPending()
    #expect(deliver() == [.noEmptyDeliveries])
  }

  @Test mutating func whatWaitsInADeliveryIsNotYetDelivered() {
    _ = watch.begin(isMain: true)
    watch.nothingIsPending()
    watch.finish(isMain: true)
    #expect(deliver() == [])
  }

  @Test mutating func deliveryGoesOnWhereItsCallbackDropsTheStrategy() {
    watch.callbacks += 1
    watch.dropped()
    watch.callbacks -= 1
    #expect(deliver() == [])
    watch.beginTurn()
    #expect(deliver() == [.safeToDrop])
  }

  @Test mutating func noneFollowsADropWhileNothingWasUnderWay() {
    watch.dropped()
    #expect(deliver() == [.safeToDrop])
  }
}
