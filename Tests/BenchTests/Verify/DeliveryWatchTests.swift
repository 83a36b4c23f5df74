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
    #expect(deliver() == [])
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

  private mutating func words(isMain: Bool = true) -> [String] {
    let words = watch.begin(isMain: isMain).map(\.words)
    watch.finish(isMain: isMain)
    return words
  }

  @Test mutating func wordsSayWhereADeliveryWas() {
    #expect(words(isMain: false) == ["a delivery was made off the main thread"])
    _ = watch.begin(isMain: false)
    #expect(words() == ["a delivery was made while another was under way"])
    watch.finish(isMain: false)
    _ = watch.begin(isMain: true)
    #expect(words() == ["a delivery was made inside another"])
    watch.finish(isMain: true)
    #expect(words() == [])
  }

  @Test mutating func wordsSayWhatADeliveryFollowed() {
    watch.cancelled(onMain: true)
    watch.cancelled(onMain: false)
    watch.paused()
    watch.dropped()
    let wrong = ["cancel() had returned on the main thread", "cancel() had returned"]
    let dropped = "the strategy was dropped"
    #expect(
      words()
        == (wrong + ["pause() had returned", dropped]).map { "a delivery was made after \($0)" }
    )
    watch.resumed()
    #expect(words() == (wrong + [dropped]).map { "a delivery was made after \($0)" })
  }

  @Test mutating func deliveryOfNothingIsNotOwedALaterOne() {
    for _ in 0..<12 { _ = deliver() }
    watch.submitted()
    #expect(deliver() == [])
    #expect(words() == ["a delivery was made when nothing was left to deliver"])
  }

  @Test mutating func deliveryThatIsUnderWayTwiceEndsTwice() {
    _ = watch.begin(isMain: true)
    _ = watch.begin(isMain: true)
    watch.finish(isMain: true)
    watch.dropped()
    watch.finish(isMain: true)
    #expect(deliver() == [])
    watch.dropped()
    #expect(deliver() == [.safeToDrop])
  }
}
