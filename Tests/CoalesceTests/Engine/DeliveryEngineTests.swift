import Testing

@testable import Coalesce

/// Every call that the engine makes to its store, its policy, its timer and main, in order. One too many costs
/// every app time; one too few strands an update.
struct DeliveryEngineTests {
  // MARK: Hearing and waiting

  @Test func firstOfABatchIsHeardAndTheOthersCallNobody() {
    let rig = EngineRig { $0.due = 100 }
    #expect(rig.wakeAt == 1)
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer 100+0"])
    #expect(rig.wakeAt == .max)
    rig.submit(5)
    #expect(rig.told() == [])
    rig.now = 100
    rig.engine?.look(.timer)
    #expect(rig.told() == ["looked 5 at 100", "take 6, wake at 1", "began at 100", "call"])
    #expect(rig.wakeAt == 1)
  }

  @Test func whatIsDueIsPostedOnce() {
    let rig = EngineRig { $0.next = 1 }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "post"])
    // The hop will find it.
    rig.submit()
    rig.engine?.reset()
    #expect(rig.told() == ["reset", "heard 1 at 0"])
    #expect(rig.wakeAt == .max)
    rig.pass()
    #expect(rig.told() == ["take 2, wake at 1", "began at 0", "call"])
    #expect(rig.posts.isEmpty)
  }

  @Test func policyHearsWhereItAskedTo() {
    let rig = EngineRig {
      $0.due = 100
      $0.next = 2
    }
    rig.submit()
    #expect(rig.wakeAt == 3)
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer 100+0"])
    rig.now = 5
    rig.submit()
    #expect(rig.told() == ["heard 2 at 5"])
    #expect(rig.wakeAt == 5)
  }

  /// A policy that asks for a count that it has heard already is called for the next submission.
  @Test func policyThatAsksForLessHearsOfEach() {
    let rig = EngineRig {
      $0.due = 100
      $0.next = -3
    }
    for _ in 1...3 { rig.submit() }
    #expect(rig.told() == ["heard 1 at 0", "timer 100+0", "heard 1 at 0", "heard 1 at 0"])
  }

  /// A store of an app's own may return it.
  @Test func largestCountDoesNotOverflow() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit(.max)
    #expect(rig.wakeAt == .max)
    #expect(rig.told() == ["heard \(Int.max) at 0", "timer 100+0"])
  }

  /// Only a hop or the timer tells the policy that it came for nothing.
  @Test(arguments: [DeliveryEngine.Place.hop, .timer, .settle, .other])
  func whatIsNotDueYetWaitsForTheTimer(_ place: DeliveryEngine.Place) {
    let rig = EngineRig { $0.due = place == .hop ? 0 : 100 }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", place == .hop ? "post" : "timer 100+0"])
    rig.now = 60
    rig.due = 200_000
    let isLooked = rig.engine?.look(place)
    #expect(isLooked == false)
    let told = rig.told()
    switch place {
    case .hop, .timer: #expect(told == ["nothing due at 60", "timer 200000+0"])
    // The timer comes sooner than need be, looks, and is set again.
    default: #expect(told == [])
    }
  }

  /// One that fires early is set again for the same time.
  @Test func timerThatFiresEarlyIsSetAgain() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    rig.now = 99
    _ = rig.told()
    rig.engine?.look(.timer)
    #expect(rig.told() == ["nothing due at 99", "timer 100+0"])
    rig.now = 100
    rig.engine?.look(.timer)
    #expect(rig.told().first == "take 1, wake at 1")
  }

  /// It is set again only where it would be late by more than 50 µs or the leeway, whichever is more.
  @Test(arguments: [(0, 50_000), (20_000, 50_000), (50_000, 50_000), (80_000, 80_000)])
  func timerIsLeftAloneWhereItIsSoonEnough(_ leeway: UInt64, _ tolerance: UInt64) {
    let rig = EngineRig(leeway: leeway) {
      $0.due = 1_000_000
      $0.next = 1
    }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer 1000000+\(leeway)"])
    rig.due = 1_000_000 + leeway - tolerance
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0"])
    rig.due -= 1
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer \(rig.due)+\(leeway)"])
    // A later one is for the timer to find.
    rig.due = 5_000_000
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0"])
  }

  /// A bound has no leeway, and what is due before it only as much as it leaves.
  @Test func timerMayBeLateByWhatTheBoundLeaves() {
    let rig = EngineRig(leeway: 500_000) { $0.due = 1_000_000 }
    rig.submit(within: 1_200_000)
    #expect(rig.told() == ["heard 1 at 0", "timer 1000000+200000"])
    rig.submit(within: 1_000_000)
    #expect(rig.told() == ["heard 1 at 0", "timer 1000000+0"])
    rig.submit(within: 300_000)
    #expect(rig.told() == ["heard 1 at 0", "timer 300000+0"])
    // None is made later by another.
    rig.submit(within: 900_000)
    #expect(rig.told() == ["heard 1 at 0"])
    rig.now = 300_000
    rig.engine?.look(.timer)
    #expect(rig.told() == ["take 4, wake at 1", "began at 300000", "call"])
  }

  /// The bound goes with what it was for.
  @Test func boundOfWhatCancelledOutIsNone() {
    let rig = EngineRig { $0.due = 1_000_000 }
    rig.engine?.arrived(0, within: 5)
    #expect(rig.told() == [])
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer 1000000+0"])
  }

  @Test func whatCancelledOutNeedsNoTimerAndLeavesNoBound() {
    let rig = EngineRig { $0.due = 1_000_000 }
    rig.submit(within: 100)
    _ = rig.told()
    rig.count = 0
    rig.engine?.look(.other)
    #expect(rig.told() == ["dropped", "no timer"])
    #expect(rig.wakeAt == 1)
    rig.now = 10
    rig.engine?.look(.other)
    #expect(rig.told() == [])
    rig.submit()
    #expect(rig.told() == ["heard 1 at 10", "timer 1000000+0"])
    rig.now = 30
    rig.engine?.deliver()
    #expect(rig.engine?.counts.longestWait == .nanoseconds(20))
  }

  @Test func policyThatNotesGetsTheNewestTimeBeforeItIsAsked() {
    let rig = EngineRig {
      $0.due = 100_000
      $0.notesEverySubmission = true
      $0.now = 2_000
    }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 2000", "newest 2000", "timer 100000+0"])
    #expect(rig.wakeAt == 1)
    rig.now = 5_000
    // Noted, and not heard.
    rig.submit()
    #expect(rig.told() == [])
    rig.now = 100_000
    rig.engine?.look(.timer)
    #expect(rig.told().prefix(2) == ["looked 1 at 100000", "newest 5000"])
  }

  /// Rule 1 has the store counted twice.
  @Test func hearingCostsOneLookAtTheClockAndTwoAtTheStore() {
    let rig = EngineRig(isOpen: false) { $0.due = 100 }
    rig.engine?.open()
    #expect((rig.countings, rig.clockReads) == (2, 1))
    (rig.countings, rig.clockReads) = (0, 0)
    rig.submit()
    #expect((rig.countings, rig.clockReads) == (2, 1))
    rig.engine?.look(.other)
    #expect((rig.countings, rig.clockReads) == (4, 2))
  }

  // MARK: Who finds the lock taken

  /// Right before the lock is given back, when all has been heard.
  @Test func submissionThatFindsTheLockTakenIsHeardByWhoeverHasIt() {
    let rig = EngineRig {
      $0.due = 1_000_000
      $0.next = 1
    }
    rig.whenTimerIsSet = { rig.submit() }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "timer 1000000+0", "heard 1 at 0"])
    // And again, while that one is heard.
    rig.due = 500_000
    rig.whenTimerIsSet = {
      rig.due = 100_000
      rig.whenTimerIsSet = { rig.submit() }
      rig.submit()
    }
    rig.submit()
    #expect(
      rig.told() == [
        "heard 1 at 0", "timer 500000+0", "heard 1 at 0", "timer 100000+0", "heard 1 at 0",
      ])
    // Once answered, nobody is missed.
    rig.countings = 0
    rig.engine?.look(.other)
    #expect(rig.told() == [])
    #expect(rig.countings == 2)
  }

  @Test func submissionThatFindsAControlAtWorkIsHeard() {
    let rig = EngineRig {
      $0.due = 1_000_000
      $0.next = 1
    }
    rig.submit()
    _ = rig.told()
    rig.whenTimerIsSet = { rig.submit() }
    rig.engine?.reset()
    #expect(rig.told() == ["reset", "no timer", "timer 1000000+0", "heard 1 at 0"])
  }

  /// Between the emptying of the store and the handler's call.
  @Test func submissionBehindTheEmptyingOfTheStoreIsHeard() {
    let rig = EngineRig()
    rig.submit()
    rig.whenTaken = { rig.submit() }
    _ = rig.told()
    rig.pass()
    #expect(rig.told() == ["take 1, wake at 1", "began at 0", "heard 1 at 0", "post", "call"])
    rig.pass()
    #expect(rig.told() == ["take 1, wake at 1", "began at 0", "call"])
  }

  // MARK: Delivering

  @Test func flushDisarmsTheTimer() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    _ = rig.told()
    let isDelivered = rig.engine?.deliver()
    #expect(isDelivered == true)
    #expect(rig.told() == ["take 1, wake at 1", "no timer", "began at 0", "call"])
    // Nothing is left of it.
    let isDeliveredAgain = rig.engine?.deliver()
    #expect(isDeliveredAgain == false)
    #expect(rig.told() == ["take 0, wake at 1", "dropped"])
  }

  @Test func countsAndTimesOfADelivery() {
    let rig = EngineRig {
      $0.now = 5
      $0.timesDeliveries = true
    }
    rig.submit(2)
    rig.now = 30
    rig.call = {
      rig.now = 40
      return .returned
    }
    rig.pass()
    var counts = DeliveryCounts()
    counts.submissions = 2
    counts.deliveries = 1
    counts.longestWait = .nanoseconds(25)
    counts.mainTime = .nanoseconds(10)
    #expect(rig.engine?.counts == counts)
    // The layout commit.
    rig.pass()
    counts.mainTime = .nanoseconds(17)
    #expect(rig.engine?.counts == counts)
    rig.submit(3)
    counts.submissions = 5
    #expect(rig.engine?.counts == counts)
  }

  /// Until then no timer is set, and what comes is heard and no more.
  @Test func deliveryIsOverBehindItsLayoutCommit() {
    let rig = EngineRig { $0.timesDeliveries = true }
    rig.call = {
      rig.now += 10
      return .returned
    }
    rig.submit()
    rig.pass()
    #expect(
      rig.told() == ["heard 1 at 0", "post", "take 1, wake at 1", "began at 0", "call", "post"])
    rig.due = 100
    rig.submit()
    #expect(rig.told() == ["heard 1 at 10"])
    rig.pass()
    #expect(rig.told() == ["ended 0...10, main 10, layout 7", "timer 100+0"])
  }

  /// Its own call, or the look behind the layout commit, hears it.
  @Test func whatIsMergedInADeliveryIsNotHeardAtItsEnd() {
    let rig = EngineRig { $0.timesDeliveries = true }
    rig.call = {
      rig.count += 1
      return .returned
    }
    rig.submit()
    rig.pass()
    #expect(rig.told().suffix(2) == ["call", "post"])
    rig.due = 100
    rig.pass()
    #expect(rig.told() == ["ended 0...0, main 0, layout 7", "looked 1 at 0", "timer 100+0"])
  }

  @Test func whatIsDueBehindTheLayoutCommitIsDeliveredThere() {
    let rig = EngineRig { $0.timesDeliveries = true }
    rig.submit()
    rig.pass()
    rig.submit()
    _ = rig.told()
    rig.pass()
    #expect(
      rig.told() == [
        "ended 0...0, main 0, layout 7", "take 1, wake at 1", "began at 0", "call", "post",
      ])
  }

  /// Both share it. One that ended after the layout commit began has turned the run loop itself.
  @Test(arguments: [0, 1]) func onlyTheNewestOfATurnIsToldTheLayoutCommit(_ passed: UInt64) {
    let rig = EngineRig {
      $0.timesDeliveries = true
      $0.due = 100
    }
    for _ in 0..<2 {
      rig.submit()
      rig.engine?.deliver()
      rig.now += passed
    }
    #expect(rig.told().suffix(2) == ["call", "ended 0...0, main 0"])
    rig.countings = 0
    rig.pass()
    // Both are settled by one look.
    #expect(rig.countings == 2)
    #expect(
      rig.told() == ["ended \(passed)...\(passed), main 0\(passed == 0 ? ", layout 3" : "")"])
  }

  @Test func layoutCommitThatEndsBeforeItBeginsIsNotBelieved() {
    let rig = EngineRig { $0.timesDeliveries = true }
    (rig.now, rig.layoutNanoseconds) = (10, -1)
    rig.submit()
    rig.pass()
    rig.pass()
    #expect(rig.told().last == "ended 10...10, main 0")
  }

  /// Behind the layout commit, an engine may have another deliver that is not told yet.
  @Test func deliveryThatSettlesWithATurnThatIsOverHasNoPartInTheNext() throws {
    let rig = EngineRig()
    let scheduler = try #require(rig.engine?.scheduler)
    let layouts = Locked<[UInt64?]>([])
    scheduler.turns.deliveryEnded(on: scheduler, nil)
    scheduler.turns.deliveryEnded(on: scheduler) { turn in
      layouts.withLock { $0.append(turn.layoutNanoseconds(handlerEnd: 0)) }
    }
    rig.pass()
    #expect(layouts.withLock { $0 } == [7])
  }

  @Test func whereThereIsNoViewThereIsNoLayoutCommit() {
    let rig = EngineRig {
      $0.timesDeliveries = true
      $0.isMainActor = false
    }
    rig.submit()
    rig.pass()
    #expect(rig.told().suffix(2) == ["call", "ended 0...0, main 0, layout 0"])
    #expect(rig.posts.isEmpty)
  }

  /// As when a clock was stepped back.
  @Test func timeThatGoesBackIsNoTime() {
    let rig = EngineRig {
      $0.now = 50
      $0.timesDeliveries = true
      $0.isMainActor = false
    }
    rig.submit()
    rig.now = 40
    rig.call = {
      rig.now = 30
      return .returned
    }
    rig.pass()
    #expect(rig.told().last == "ended 40...40, main 0, layout 0")
    #expect(rig.engine?.counts.longestWait == .zero)
  }

  @Test func whatComesInAHandlerIsPosted() {
    let rig = EngineRig { $0.deliversInSubmit = true }
    rig.call = {
      rig.call = { .returned }
      rig.submit()
      return .returned
    }
    rig.submit()
    #expect(
      rig.told() == [
        "heard 1 at 0", "take 1, wake at 1", "began at 0", "call", "heard 1 at 0", "post",
      ])
    rig.pass()
    #expect(rig.told() == ["take 1, wake at 1", "began at 0", "call"])
  }

  enum Submitting: CaseIterable {
    case onMain, offMain, withABound, withABoundOfNone, forAGroup, notAllowed
  }

  @Test(arguments: Submitting.allCases)
  func deliversInsideSubmitOnMainUnlessTheBoundIsZero(_ submitting: Submitting) {
    let rig = EngineRig(
      inGroup: submitting == .forAGroup,
      mayDeliverInSubmit: submitting != .notAllowed
    ) {
      $0.deliversInSubmit = true
      $0.isMain = submitting != .offMain
    }
    switch submitting {
    case .withABound: rig.submit(within: 1)
    case .withABoundOfNone: rig.submit(within: 0)
    default: rig.submit()
    }
    switch submitting {
    case .onMain, .withABound:
      #expect(rig.told() == ["heard 1 at 0", "take 1, wake at 1", "began at 0", "call"])
    case .forAGroup: #expect(rig.told() == ["heard 1 at 0", "group heard 1 at 0", "post"])
    default: #expect(rig.told() == ["heard 1 at 0", "post"])
    }
  }

  @Test func whatIsFoundDueElsewhereIsPosted() {
    let rig = EngineRig {
      $0.due = 100
      $0.deliversInSubmit = true
    }
    rig.submit()
    rig.due = 0
    _ = rig.told()
    rig.engine?.reset()
    #expect(rig.told() == ["reset", "no timer", "post"])
  }

  /// With frames, what is due waits for one, wherever that is found.
  @Test func deliveriesWaitForAFrame() {
    let rig = EngineRig(hasFrames: true) {
      $0.deliversInSubmit = true
      $0.timesDeliveries = true
    }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "frame"])
    rig.pass()
    #expect(rig.told() == ["take 1, wake at 1", "began at 0", "call", "post"])
    rig.submit()
    rig.pass()
    #expect(rig.told() == ["heard 1 at 0", "ended 0...0, main 0, layout 7", "frame"])
    rig.pass()
    rig.pass()
    rig.due = 100
    rig.submit()
    rig.now = 100
    _ = rig.told()
    rig.engine?.look(.timer)
    #expect(rig.told() == ["frame"])
  }
}
