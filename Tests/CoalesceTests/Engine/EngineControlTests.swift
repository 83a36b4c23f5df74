import Testing

@testable import Coalesce

/// What each control asks of the engine's parts, in each state that it may find.
struct EngineControlTests {
  // MARK: Somebody to deliver to

  @Test func untilThereIsSomebodyNobodyIsCalled() {
    let rig = EngineRig(isOpen: false)
    #expect(rig.wakeAt == .max)
    rig.submit()
    #expect(rig.told() == [])
    rig.engine?.open()
    #expect(rig.told() == ["heard 1 at 0", "post"])
  }

  @Test func openingTwiceIsOpeningOnce() {
    let rig = EngineRig {
      $0.due = 100
      $0.notesEverySubmission = true
    }
    rig.submit()
    _ = rig.told()
    rig.engine?.open()
    #expect(rig.told() == [])
  }

  @Test(arguments: [true, false])
  func whenNobodyIsThereWhatWaitsIsKeptOrDropped(dropsUndeliverable: Bool) {
    let rig = EngineRig(dropsUndeliverable: dropsUndeliverable) { $0.due = 100 }
    rig.submit(2)
    _ = rig.told()
    rig.engine?.detach()
    #expect(
      rig.told() == (dropsUndeliverable ? ["dropped", "no timer", "discard 2"] : ["no timer"]))
    #expect(rig.wakeAt == (dropsUndeliverable ? .min : .max))
    rig.submit()
    #expect(rig.told() == (dropsUndeliverable ? ["discard 1"] : []))
    #expect(rig.engine?.counts.dropped == (dropsUndeliverable ? 3 : 0))
    #expect(rig.engine?.counts.submissions == 3)
    rig.now = 50
    rig.engine?.open()
    #expect(rig.told() == (dropsUndeliverable ? [] : ["heard 1 at 50", "post"]))
    #expect(rig.wakeAt == (dropsUndeliverable ? 1 : .max))
  }

  /// Whatever is asked of it: nobody hears what has been merged and will be dropped.
  @Test func whileNobodyIsThereNothingIsHeard() {
    let rig = EngineRig(dropsUndeliverable: true)
    rig.submit()
    rig.engine?.detach()
    _ = rig.told()
    rig.count = 1
    rig.engine?.look(.hop)
    rig.engine?.reset()
    rig.engine?.record(in: nil)
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    rig.engine?.pause("", atMost: .max)
    rig.engine?.resume("")
    #expect(rig.told() == ["reset"])
    #expect(rig.wakeAt == .min)
    rig.submit(within: 5)
    #expect(rig.told() == ["discard 2"])
  }

  /// Neither a pause nor a flush is a target that is gone.
  @Test func whatComesBeforeTheFirstTargetIsKept() {
    let rig = EngineRig(dropsUndeliverable: true, isOpen: false) {
      $0.isTargetThere = false
      $0.hasReceiver = false
    }
    rig.submit()
    rig.engine?.pause("", atMost: .max)
    rig.engine?.resume("")
    rig.engine?.deliver()
    rig.engine?.detach()
    rig.submit()
    #expect(rig.told() == [])
    rig.engine?.open()
    #expect(rig.told() == ["heard 2 at 0", "post"])
  }

  @Test func pauseDropsUntilThereIsATarget() {
    let rig = EngineRig(dropsUndeliverable: true)
    rig.engine?.detach()
    rig.engine?.pause("", atMost: .max)
    rig.submit()
    #expect(rig.told() == ["dropped", "discard 0", "discard 1"])
    // There is somebody, who waits for the end of the pause.
    rig.engine?.open()
    #expect(rig.wakeAt == .max)
    rig.submit()
    #expect(rig.told() == [])
    rig.engine?.resume("")
    #expect(rig.told() == ["heard 1 at 0", "post"])
  }

  /// The target is gone, and perhaps the next has been set by another thread at that moment.
  @Test(arguments: [true, false])
  func deliveryWithoutATargetLooksWhetherThereIsANewOne(hasReceiver: Bool) {
    let rig = EngineRig {
      $0.due = 100
      $0.isTargetThere = false
      $0.hasReceiver = hasReceiver
    }
    rig.submit()
    _ = rig.told()
    let isDelivered = rig.engine?.deliver()
    #expect(isDelivered == hasReceiver)
    #expect(
      rig.told() == ["no timer"]
        + (hasReceiver ? ["post", "take 1, wake at 1", "began at 0", "call"] : []))
    #expect(rig.count == (hasReceiver ? 0 : 1))
  }

  /// It went between the question and the call: what was taken cost nothing and waits again, or is dropped,
  /// even where there is another target by then.
  @Test(arguments: [true, false], [true, false])
  func whatATargetMissedIsKeptOrDropped(hasReceiver: Bool, dropsUndeliverable: Bool) {
    let rig = EngineRig(dropsUndeliverable: dropsUndeliverable) {
      $0.timesDeliveries = true
      $0.hasReceiver = hasReceiver
    }
    rig.submit()
    rig.call = {
      rig.now = 10
      rig.count += 1
      return .missed
    }
    _ = rig.told()
    rig.pass()
    var told = ["take 1, wake at 1", "began at 0", "call"]
    if dropsUndeliverable { told.append("dropped") }
    told.append("ended 0...10, main 0, layout 0")
    if dropsUndeliverable { told.append("discard 1") } else { told.append("heard 1 at 10") }
    if hasReceiver, !dropsUndeliverable { told.append("post") }
    #expect(rig.told() == told)
    #expect(rig.engine?.counts.mainTime == .zero)
    #expect(
      rig.wakeAt
        == (hasReceiver ? (dropsUndeliverable ? 1 : .max) : (dropsUndeliverable ? .min : .max)))
  }

  // MARK: Pauses

  @Test func pauseDisarmsTheTimerAndItsEndPosts() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    _ = rig.told()
    rig.engine?.pause("a", atMost: .max)
    #expect(rig.told() == ["no timer"])
    #expect(rig.wakeAt == .max)
    rig.submit()
    rig.now = 20
    rig.engine?.resume("b")
    #expect(rig.told() == [])
    rig.engine?.resume("a")
    #expect(rig.told() == ["heard 1 at 20", "post"])
    rig.pass()
    #expect(rig.told() == ["take 2, wake at 1", "began at 20", "call"])
    // Nothing to catch up with.
    rig.engine?.pause("a", atMost: .max)
    rig.engine?.resume("a")
    #expect(rig.told() == [])
    #expect(rig.wakeAt == 1)
  }

  /// The policy's own time is later.
  @Test func pauseEndsByItselfOnTime() {
    let rig = EngineRig {
      $0.due = 10_000_000
      $0.now = 10
    }
    rig.engine?.pause("a", atMost: 1_000_000)
    rig.engine?.pause("b", atMost: 2_000_000)
    #expect(rig.told() == ["timer 1000010+0"])
    rig.submit()
    rig.now = 1_000_009
    rig.engine?.look(.timer)
    #expect(rig.told() == ["timer 1000010+0"])
    rig.now = 1_000_010
    rig.engine?.look(.timer)
    #expect(rig.told() == ["timer 2000010+0"])
    rig.now = 2_000_010
    rig.engine?.look(.timer)
    #expect(rig.told() == ["looked 1 at 2000010", "take 1, wake at 1", "began at 2000010", "call"])
    #expect(rig.engine?.counts.longestWait == .zero)
  }

  /// The timer that is set was for a pause that has been ended.
  @Test func endOfTheFirstPauseLeavesTheTimerForTheSecond() {
    let rig = EngineRig()
    rig.engine?.pause("a", atMost: .max)
    rig.engine?.pause("b", atMost: 1_000_000)
    _ = rig.told()
    rig.engine?.resume("b")
    #expect(rig.told() == ["no timer"])
    rig.engine?.pause("b", atMost: 1_000_000)
    _ = rig.told()
    rig.engine?.resume("a")
    #expect(rig.told() == [])
    rig.now = 1_000_000
    rig.engine?.look(.timer)
    #expect(rig.told() == [])
    #expect(rig.wakeAt == 1)
    // With nothing to catch up with, the next is at the policy's time.
    rig.due = 5_000_000
    rig.submit()
    #expect(rig.told() == ["heard 1 at 1000000", "timer 5000000+0"])
  }

  @Test func hopThatArrivesInAPauseDeliversNothing() {
    let rig = EngineRig()
    rig.submit()
    rig.engine?.pause("", atMost: .max)
    _ = rig.told()
    rig.pass()
    #expect(rig.told() == [])
    rig.engine?.deliver()
    #expect(rig.told() == [])
    rig.engine?.resume("")
    #expect(rig.told() == ["post"])
  }

  // MARK: Dropping

  @Test(arguments: [true, false]) func cancelPendingForgetsAllThatWaits(isPaused: Bool) {
    let rig = EngineRig { $0.due = 100 }
    rig.submit(2)
    if isPaused { rig.engine?.pause("", atMost: .max) }
    _ = rig.told()
    rig.engine?.cancelPending()
    #expect(rig.told() == ["dropped"] + (isPaused ? [] : ["no timer"]) + ["discard 2"])
    #expect(rig.wakeAt == (isPaused ? .max : 1))
    #expect(rig.engine?.counts.dropped == 2)
    rig.now = 10
    rig.submit()
    #expect(rig.told() == (isPaused ? [] : ["heard 1 at 10", "timer 100+0"]))
  }

  @Test func cancelEndsIt() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    _ = rig.told()
    rig.engine?.cancel()
    #expect(rig.told() == ["no timer", "discard 1", "release"])
    #expect(rig.wakeAt == .min)
    #expect(rig.engine?.isCancelled == true)
    rig.submit()
    #expect(rig.told() == ["discard 1"])
    rig.submit(within: 5)
    #expect(rig.told() == ["discard 1"])
    #expect(rig.engine?.counts.dropped == 3)
  }

  /// Merged, but its submission has not called yet: none of these may touch it.
  @Test func nothingIsAskedOfACancelledOne() {
    let rig = EngineRig { $0.due = 100 }
    rig.engine?.cancel()
    _ = rig.told()
    rig.count = 1
    rig.engine?.pause("", atMost: 50)
    rig.engine?.resume("")
    rig.engine?.open()
    rig.engine?.look(.hop)
    rig.engine?.deliver()
    rig.engine?.record(in: nil)
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    #expect(rig.told() == [])
    rig.engine?.reset()
    #expect(rig.told() == ["new reset"])
    #expect(rig.wakeAt == .min)
    for drop in [{ rig.engine?.cancelPending() }, { rig.engine?.detach() }] {
      rig.count = 1
      drop()
      #expect(rig.told() == ["discard 1"])
      #expect(rig.wakeAt == .min)
    }
  }

  @Test func endOfTheEngineReleasesTheHandler() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    _ = rig.told()
    rig.drop()
    #expect(rig.told() == ["release"])
  }

  // MARK: Settings

  @Test func resetAsksThePolicyAnew() {
    let rig = EngineRig { $0.due = 100 }
    rig.engine?.reset()
    #expect(rig.told() == ["reset"])
    rig.submit()
    rig.due = 900_000
    rig.now = 5
    _ = rig.told()
    rig.submit()
    rig.engine?.reset()
    #expect(rig.told() == ["reset", "no timer", "heard 1 at 5", "timer 900000+0"])
  }

  @Test func newPolicyHearsWhatWaitsAndSinceWhen() {
    let rig = EngineRig { $0.due = 100 }
    rig.submit()
    rig.now = 20
    rig.submit(2)
    _ = rig.told()
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    #expect(rig.told() == ["new heard 1 at 0", "no timer", "new heard 2 at 20", "timer 100+0"])
  }

  @Test func newPolicyHearsNothingWhereNothingWaits() {
    let rig = EngineRig()
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    #expect(rig.told() == [])
    rig.submit()
    #expect(rig.told() == ["new heard 1 at 0", "post"])
  }

  /// What it never began it does not learn.
  @Test func newPolicyIsNotToldOfTheOldOnesDelivery() {
    let rig = EngineRig { $0.timesDeliveries = true }
    rig.submit()
    rig.pass()
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    _ = rig.told()
    rig.pass()
    #expect(rig.told() == [])
    rig.submit()
    rig.pass()
    rig.pass()
    #expect(rig.told().last == "new ended 0...0, main 0, layout 7")
  }

  @Test func newPolicyThatNotesEverySubmissionBeginsNow() {
    let rig = EngineRig { $0.due = 100_000 }
    rig.submit()
    rig.now = 7_000
    rig.notesEverySubmission = true
    _ = rig.told()
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "new "))
    #expect(rig.told() == ["new heard 1 at 0", "no timer", "new newest 7000", "timer 100000+0"])
    #expect(rig.wakeAt == 1)
    // Another that does goes on with what was noted.
    rig.now = 50_000
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "third "))
    #expect(rig.told().contains("third newest 7000"))
    rig.notesEverySubmission = false
    rig.engine?.setPolicy(EngineRig.Policy(rig: rig, name: "fourth "))
    #expect(rig.wakeAt == .max)
  }

  /// Every submission calls then, and only those that were to be heard are.
  @Test func recordingHearsNoMoreThanBefore() {
    let rig = EngineRig { $0.due = 100 }
    let recording = DeliveryRecording(capacity: 10)
    rig.submit()
    _ = rig.told()
    rig.engine?.record(in: recording)
    #expect(rig.told() == ["no timer", "timer 100+0"])
    #expect(rig.wakeAt == 1)
    rig.submit()
    #expect(rig.told() == [])
    rig.engine?.record(in: nil)
    #expect(rig.wakeAt == .max)
    rig.submit()
    rig.now = 100
    rig.engine?.look(.timer)
    #expect(recording.submissionsCSV.split(separator: "\n").count == 2, "a head and one line")
  }

  // MARK: Groups

  /// A member asks for one turn, and again only where a bound makes it urgent.
  @Test func groupIsAskedForOneTurnAndSoonerForABound() {
    let rig = EngineRig(inGroup: true) { $0.next = 1 }
    rig.submit()
    #expect(rig.told() == ["heard 1 at 0", "group heard 1 at 0", "post"])
    rig.engine?.reset()
    #expect(rig.told() == ["reset"])
    rig.submit(within: 5)
    #expect(rig.told() == ["heard 1 at 0", "group heard 1 at 0"])
    rig.pass()
    #expect(
      rig.told() == ["group began at 0", "take 2, wake at 1", "began at 0", "call"])
  }

  /// The layout commit first, and then a place in the line.
  @Test func boundThatComesInADeliveryAsksForNoTurnYet() {
    let rig = EngineRig(inGroup: true) {
      $0.next = 1
      $0.timesDeliveries = true
    }
    rig.submit()
    rig.pass()
    _ = rig.told()
    rig.submit(within: 5)
    #expect(rig.told() == ["heard 1 at 0"])
    rig.pass()
    #expect(rig.told().contains("group heard 1 at 0"))
  }

  /// A handler that has returned is in the time of its turn. What goes on behind it is billed when it is over.
  @Test(arguments: [true, false]) func groupIsBilledForWhatGoesOn(goesOn: Bool) {
    let rig = EngineRig(inGroup: true)
    if goesOn { rig.handOver() }
    rig.submit()
    rig.pass()
    #expect(rig.told().suffix(3) == ["take 1, wake at 1", "began at 0", "call"])
    rig.now = 10
    rig.finished?()
    #expect(rig.told() == (goesOn ? ["group ended 0...10, main 10"] : []))
  }

  /// While a handler is suspended, main may do something else.
  @Test func groupIsBilledForWhatMainComputed() {
    let rig = EngineRig(inGroup: true)
    var finished: (@Sendable () -> Void)?
    rig.call = {
      .goesOn {
        finished = $0
        return Task {}
      }
    }
    rig.submit()
    rig.pass()
    _ = rig.told()
    rig.now = 3_600_000_000_000
    finished?()
    let taken = rig.engine?.counts.mainTime.wholeNanoseconds ?? 0
    #expect(taken < 60_000_000_000)
    #expect(rig.told() == ["group ended 0...3600000000000, main \(taken)"])
  }

  /// Its place in the line is kept, and asked for again at the end.
  @Test func endOfOnePauseOfTwoAsksTheGroupForNothing() {
    let rig = EngineRig(inGroup: true) { $0.next = 1 }
    rig.submit(within: 5)
    for reason in ["a", "b"] { rig.engine?.pause(reason, atMost: .max) }
    #expect(rig.told() == ["heard 1 at 0", "group heard 1 at 0", "post"])
    rig.engine?.resume("a")
    #expect(rig.told() == [])
    rig.engine?.resume("b")
    #expect(rig.told() == ["group heard 1 at 0"])
  }

  enum Billed: CaseIterable { case waiting, busy, paused, posted }

  /// It sets the timer again only where one is set.
  @Test(arguments: Billed.allCases) func billMovesWhatIsDue(_ state: Billed) {
    let rig = EngineRig()
    switch state {
    case .waiting: rig.due = 100
    case .busy:
      rig.timesDeliveries = true
      rig.submit()
      rig.pass()
    case .paused: rig.engine?.pause("", atMost: .max)
    case .posted: break
    }
    rig.submit()
    // Merged, and its call has not come.
    rig.count += 1
    rig.due = 500_000
    _ = rig.told()
    rig.engine?.bill(DeliveryTiming(start: 1, end: 3))
    var told = ["ended 1...3, main 2"]
    switch state {
    case .waiting: told += ["no timer", "heard 1 at 0", "timer 500000+0"]
    case .posted: told += ["heard 1 at 0"]
    case .busy, .paused: break
    }
    #expect(rig.told() == told)
  }
}
