import Coalesce
import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct WatchedViewTests {
  /// What the view is part of: a clock that stands still but for deliveries, which take 3 ns.
  private struct Stage: Sendable {
    var now: UInt64 = 5
    var isMain = true
    var workCount = 0
    var callbackCount = 0
    var inCallback: @Sendable () -> Void = {}
    var later: [(delay: UInt64, work: @Sendable () -> Void)] = []
  }

  private let stage = Locked(Stage())

  private func view(animation: UInt64? = nil) -> WatchedView {
    WatchedView(
      WatchedView.Surroundings(
        now: { [stage] in stage.withLock { $0.now } },
        isMain: { [stage] in stage.withLock { $0.isMain } },
        work: { [stage] in
          stage.withLock { stage in
            stage.now += 3
            stage.workCount += 1
          }
        },
        callback: { [stage] in
          stage.withLock { $0.callbackCount += 1 }
          stage.withLock { $0 }.inCallback()
        },
        animation: animation.map { nanoseconds in
          WatchedView.Animation(nanoseconds: nanoseconds) { [stage] delay, work in
            stage.withLock { $0.later.append((delay, work)) }
          }
        }))
  }

  private func set<Value>(_ path: WritableKeyPath<Stage, Value> & Sendable, _ value: Value) {
    stage.withLock { $0[keyPath: path] = value }
  }

  @Test func whatIsNeitherShownNorDroppedIsOpen() {
    let view = view()
    for _ in 0..<5 { _ = view.change(producer: 1) }
    view.reload()
    for _ in 0..<3 { _ = view.change(producer: 1) }
    view.noteDrop()
    _ = view.change(producer: 1)
    #expect(view.counts == (9, 1))
  }

  @Test func changeIsMadeAtOnceAndAnAnnouncedOneLater() {
    let view = view()
    _ = view.change(producer: 1, within: 7)
    let announced = view.announce(producer: 2, within: 8)
    #expect(view.seen.updates.map(\.bound) == [7, 8])
    #expect(view.seen.updates.map(\.submitted) == [5, 5])
    #expect(view.seen.model.values == [2: 0])
    view.make(announced)
    #expect(view.seen.model.values == [2: 0, 4: 1])
  }

  @Test func deliveryTakesMainsTimeAndShowsAtItsEnd() {
    let view = view()
    _ = view.change(producer: 1)
    view.reload()
    #expect(view.seen.deliveryTimes == [5..<8])
    #expect(view.seen.starts.map(\.time) == [5])
    #expect(view.seen.updates.map(\.shown) == [8])
    #expect(stage.withLock { $0.workCount } == 1)
    #expect(view.seen.faults.isEmpty)
    view.reload()
    #expect(
      view.seen.faults == [
        .noEmptyDeliveries: "a delivery was made when nothing was left to deliver"
      ])
  }

  @Test func deliveryOffMainDoesNoWork() {
    let view = view()
    set(\.isMain, false)
    _ = view.change(producer: 1)
    view.reload()
    #expect(stage.withLock { $0.workCount } == 0)
    #expect(view.seen.faults == [.neverConcurrent: "a delivery was made off the main thread"])
    #expect(view.seen.shownCount == 1)
  }

  @Test(
    arguments: [
      (true, "a delivery was made after cancel() had returned on the main thread"),
      (false, "a delivery was made after cancel() had returned"),
    ])
  func deliveryAfterACancelIsSeen(_ isMain: Bool, _ words: String) {
    let view = view()
    _ = view.change(producer: 1)
    set(\.isMain, isMain)
    view.noteCancel()
    set(\.isMain, true)
    view.reload()
    #expect(view.seen.faults == [.nothingAfterCancel: words])
  }

  @Test func nextDeliveryIsHurriedUnlessThatIsTakenBack() {
    let view = view()
    for _ in 0..<3 { _ = view.change(producer: 1) }
    view.hurry(true)
    view.reload()
    view.hurry(true)
    view.hurry(false)
    view.reload()
    #expect(view.seen.starts.map(\.isHurried) == [true, false])
  }

  @Test func faultOfAnotherIsNotedAndTheEndIsJudged() {
    let view = view()
    _ = view.change(producer: 1)
    view.note(.terminates, "it goes on")
    view.note(.terminates, "it still goes on")
    view.judgeEnd()
    #expect(
      view.seen.faults == [
        .terminates: "it goes on", .nothingLost: "update 1 (thread 1) was never shown",
        .finalState: "row 2 is as of update 1 (thread 1), the view does not show it at the end",
      ])
  }

  @Test func twoAnimationsAreAllowedUntilOneHasEnded() {
    let view = view(animation: 10)
    #expect(view.canAnimate)
    view.reload()
    #expect(view.canAnimate)
    view.reload()
    #expect(!view.canAnimate)
    set(\.now, 17)
    #expect(!view.canAnimate)
    set(\.now, 18)
    #expect(view.canAnimate)
  }

  @Test func viewThatDoesNotAnimateMayAlwaysDoSo() {
    let view = view()
    for _ in 0..<5 { view.reload() }
    #expect(view.canAnimate)
  }

  @Test func updateIsCompletedAtTheEndOfItsAnimation() throws {
    let completed = Locked<[UInt64]>([])
    for animation: UInt64? in [nil, 10] {
      let view = view(animation: animation)
      _ = view.change(producer: 1)
      view.apply(.reload(rows: view.snapshot())) {
        completed.withLock { $0.append(animation ?? 0) }
      }
      #expect(view.seen.faults.isEmpty && view.seen.shownCount == 1)
      #expect(view.seen.isList)
    }
    #expect(completed.withLock { $0 } == [0])
    let later = stage.withLock { $0.later }
    #expect(later.map { $0.delay } == [10])
    try #require(later.first).work()
    #expect(completed.withLock { $0 } == [0, 10])
    // Two snapshots, two completions.
    #expect(stage.withLock { $0.callbackCount } == 4)
  }

  private static let questions: [@Sendable (any ViewPort) -> Void] = [
    { _ = $0.snapshot() }, { #expect($0.isOnScreen) }, { #expect($0.canAnimate) },
    { $0.apply(.reload(rows: []), completed: {}) },
  ]

  /// A strategy that is dropped there is in the middle of a delivery.
  @Test(arguments: 0..<4)
  func viewCallsBackWhereItIsAsked(_ question: Int) {
    let view = view()
    for _ in 0..<9 { _ = view.change(producer: 1) }
    Self.questions[question](view)
    #expect(stage.withLock { $0.callbackCount } == 1)
    set(\.inCallback) { view.watch { $0.dropped() } }
    Self.questions[question](view)
    set(\.inCallback) {}
    view.reload()
    #expect(view.seen.faults[.safeToDrop] == nil)
    view.noteTurn()
    view.reload()
    #expect(
      view.seen.faults[.safeToDrop] == "a delivery was made after the strategy was dropped")
  }

  @Test(arguments: 0..<4)
  func questionThatIsAnsweredIsOver(_ question: Int) {
    let view = view()
    for _ in 0..<9 { _ = view.change(producer: 1) }
    Self.questions[question](view)
    view.watch { $0.dropped() }
    view.reload()
    #expect(view.seen.faults[.safeToDrop] != nil)
  }

  @Test func handlerHandsOnWhatIsAskedOfTheView() {
    let view = view(animation: 10)
    let handler = HandlerWatch(view, isMain: { true })
    let changes = (0..<4).map { _ in view.change(producer: 1) }
    handler.apply(changes[0])
    #expect(view.seen.updates.map { $0.shown != nil } == [true, false, false, false])
    #expect(handler.canAnimate)
    handler.reload(sections: UpdateFlags(rawValue: 1 << 3))
    #expect(view.seen.updates.map { $0.shown != nil } == [true, true, false, true])
    #expect(!handler.canAnimate)
    handler.reload()
    #expect(view.seen.shownCount == 4)
    let calls = stage.withLock { $0.callbackCount }
    #expect(handler.isOnScreen)
    handler.apply(.reload(rows: handler.snapshot())) {}
    #expect(stage.withLock { $0.callbackCount } == calls + 2)
    #expect(view.seen.isList && stage.withLock { $0.later.count } == 1)
  }

  @Test(arguments: [true, false])
  func handlerTellsWhereItEnded(_ isMain: Bool) {
    let view = view()
    #expect(!view.hasHandlerEndedOffMain)
    _ = HandlerWatch(view, isMain: { isMain })
    #expect(view.hasHandlerEndedOffMain == !isMain)
  }
}
