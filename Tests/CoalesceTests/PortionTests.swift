import BenchLibrarySupport
import CoalesceTesting
import Dispatch
import Testing

@testable import Coalesce

/// Portions, and what happens to the rest, in virtual time.
struct PortionTests {
  private let time = VirtualScheduler()

  /// A stage on which each delivery of lines takes time of its own and as much again for each line.
  private final class Lines: @unchecked Sendable {
    let time = VirtualScheduler()
    let lines: Coalescer<OrderedUpdates<Int>>
    let shown = Recorder<(at: Duration, lines: [Int])>()
    let attempts = Recorder<Int>()
    var fails: (Int) -> Bool = { _ in false }
    var (each, fixed) = (Duration.zero, Duration.zero)

    init(_ portion: Portion, _ pace: Pace = .nextPass) {
      lines = Coalescer(pace, portion: portion, on: .scheduler(time))
      lines.onQueueDelivery { [unowned self] update in try show(update.elements) }
    }

    private func show(_ elements: [Int]) throws {
      attempts.record(elements[0])
      if fails(elements[0]) { throw CancellationError() }
      time.spend(fixed + each * elements.count)
      shown.record((time.now, elements))
    }

    func submit(_ numbers: Range<Int>, at moment: Duration = .zero) {
      time.at(moment, .background) { self.lines.submit(contentsOf: numbers) }
    }

    var sizes: [Int] { shown.all.map(\.lines.count) }
    var all: [Int] { shown.all.flatMap(\.lines) }
  }

  @Test func portionsKeepTheOrderAndTheMainThreadTakesATurnInBetween() {
    let stage = Lines(.atMost(3))
    stage.each = .milliseconds(1)
    let other = Recorder<Duration>()
    stage.submit(0..<10)
    stage.time.at(.milliseconds(1), .background) {
      stage.time.onMain { other.record(stage.time.now) }
    }
    stage.time.run()
    #expect(stage.sizes == [3, 3, 3, 1])
    #expect(stage.all == Array(0..<10))
    #expect(other.all == [.milliseconds(3)], "It waits for one portion only.")
    #expect(stage.lines.pendingCount == 0)
    #expect(stage.lines.statistics.submissions == 10)
    #expect(stage.lines.statistics.deliveries == 4)
  }

  @Test(arguments: [
    Pace.adaptive, .throttle(for: .milliseconds(20)), .frame(), .budget(), .nextPass,
    .debounce(for: .milliseconds(30)), .debounce(for: .milliseconds(30), maximum: .seconds(1)),
  ])
  func everyPaceShowsAllPortionsInOrder(pace: Pace) {
    let stage = Lines(.atMost(4), pace)
    stage.each = .microseconds(200)
    for step in 0..<20 { stage.submit(step * 3..<step * 3 + 3, at: .milliseconds(step * 7)) }
    stage.time.run()
    #expect(stage.all == Array(0..<60))
    #expect(stage.sizes.allSatisfy { $0 <= 4 })
    #expect(stage.time.now < .seconds(2))
  }

  /// Lines that cost nothing at first may cost much later, such as once they are on the screen.
  @Test func portionThatFitsATimeGrowsByDegrees() {
    let stage = Lines(.fitting(.milliseconds(4)))
    stage.submit(0..<3_000)
    stage.time.run()
    #expect(stage.sizes == [16, 64, 256, 1_024, 1_640])
  }

  @Test func groupsServePortionsInTurns() {
    let group = CoalescerGroup(.nextPass, scheduler: time)
    let order = Recorder<String>()
    let views = ["a", "b"].map { name in
      let view = Coalescer<OrderedUpdates<Int>>(.nextPass, portion: .atMost(1), on: .group(group))
      view.onQueueDelivery { order.record("\(name)\($0.elements[0])") }
      return view
    }
    time.at(.zero, .background) { for view in views { view.submit(contentsOf: 0..<3) } }
    time.run()
    #expect(order.all == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test func flushAndABoundThatIsDueTakeEverything() {
    let stage = Lines(.atMost(2), .frame())
    stage.submit(0..<10)
    stage.time.at(.milliseconds(20), .background) { stage.lines.submit(10, within: .zero) }
    stage.submit(11..<20, at: .milliseconds(101))
    stage.time.onMain(at: .milliseconds(102)) { stage.lines.flush() }
    stage.time.run()
    #expect(stage.sizes == [2, 2, 7, 9])
    #expect(stage.all == Array(0..<20))
  }

  /// At two elements per frame, the element with the bound is shown long before, and the bound no longer counts.
  @Test func aBoundEndsWithTheElementThatHasIt() {
    let stage = Lines(.atMost(2), .frame())
    stage.time.at(.zero, .background) {
      stage.lines.submit(contentsOf: 0..<2)
      stage.lines.submit(2, within: .milliseconds(100))
      stage.lines.submit(contentsOf: 3..<30)
    }
    stage.time.run()
    #expect(stage.sizes == Array(repeating: 2, count: 15))
  }

  @Test func aLaterBoundRemainsWhenAnEarlierOneIsMet() {
    let stage = Lines(.atMost(1), .frame())
    stage.time.at(.zero, .background) {
      stage.lines.submit(0, within: .milliseconds(50))
      stage.lines.submit(contentsOf: 1..<20)
      stage.lines.submit(20, within: .milliseconds(100))
    }
    stage.time.run()
    #expect(stage.all == Array(0..<21))
    #expect(stage.shown.all.last?.at ?? .zero <= .milliseconds(101))
    #expect(stage.sizes.dropLast().allSatisfy { $0 == 1 })
  }

  @Test func aPauseHoldsTheRestAndTheNextPortionFollowsIt() {
    let stage = Lines(.atMost(5))
    let pause = Recorder<DeliveryPause>()
    stage.each = .milliseconds(1)
    stage.submit(0..<15)
    stage.time.at(.milliseconds(2), .background) { pause.record(stage.lines.pause()) }
    stage.time.at(.milliseconds(500), .background) {
      #expect(stage.lines.pendingCount == 10)
      pause.all[0].end()
    }
    stage.time.run()
    #expect(stage.sizes == [5, 5, 5])
    #expect(stage.shown.all[1].at == .milliseconds(505))
  }

  /// The failed portion and the rest wait for a submission, like a failed update: nothing is retried forever.
  @Test func aFailedPortionWaitsWithTheRestForTheNextSubmission() {
    let stage = Lines(.atMost(2))
    stage.fails = { [unowned stage] first in first == 2 && stage.attempts.count < 3 }
    stage.submit(0..<6)
    stage.time.run(until: .seconds(10))
    #expect(stage.all == [0, 1])
    #expect(stage.attempts.all == [0, 2])
    #expect(stage.lines.pendingCount == 4)
    stage.submit(6..<7, at: .seconds(11))
    stage.time.run()
    #expect(stage.all == Array(0..<7))
    #expect(stage.sizes == [2, 2, 2, 1])
    let counted = stage.lines.statistics
    #expect((counted.submissions, counted.failed, counted.dropped) == (7, 1, 0))
  }

  /// The first two lines fail once, and are then ahead of the bounded one again.
  @Test func boundBehindAFailedPortionIsKept() {
    let stage = Lines(.atMost(2), .throttle(for: .seconds(1)))
    stage.fails = { [unowned stage] _ in stage.attempts.count == 1 }
    stage.time.at(.zero, .background) {
      stage.lines.submit(contentsOf: 0..<4)
      stage.lines.submit(4, within: .milliseconds(2_500))
    }
    stage.submit(5..<6, at: .milliseconds(100))
    stage.time.run()
    #expect(stage.shown.all.map(\.lines) == [[0, 1], [2, 3], [4, 5]])
    #expect(stage.shown.all.last?.at == .milliseconds(2_500))
  }

  /// The next portions are smaller, because the first took 16 ms.
  @Test func boundInAFailedPortionIsKept() {
    let stage = Lines(.fitting(.milliseconds(4)), .throttle(for: .milliseconds(20)))
    stage.each = .milliseconds(1)
    stage.fails = { [unowned stage] _ in
      guard stage.attempts.count == 1 else { return false }
      stage.time.spend(.milliseconds(16))
      return true
    }
    stage.time.at(.zero, .background) {
      stage.lines.submit(contentsOf: 0..<15)
      stage.lines.submit(15, within: .milliseconds(50))
    }
    stage.submit(16..<17, at: .milliseconds(18))
    stage.time.run()
    #expect(stage.all == Array(0..<17))
    #expect(stage.sizes.first == 4)
    #expect(stage.shown.all.last?.at ?? .zero <= .milliseconds(65), "\(stage.shown.all)")
  }

  @Test func boundOfAnUpdateDuringADeliveryThatFailsIsKept() {
    let stage = Lines(.atMost(2), .throttle(for: .seconds(1)))
    stage.fails = { [unowned stage] _ in
      guard stage.attempts.count == 1 else { return false }
      stage.lines.submit(5, within: .milliseconds(500))
      return true
    }
    stage.time.at(.zero, .background) {
      stage.lines.submit(contentsOf: 0..<4)
      stage.lines.submit(4, within: .milliseconds(2_500))
    }
    stage.time.run()
    #expect(stage.sizes == [6])
    #expect(stage.shown.all.last?.at == .milliseconds(500))
  }

  @Test func whatWasPutBackIsDeliveredInPortionsWhenAskedFor() {
    let stage = Lines(.atMost(2))
    var isOffline = true
    stage.fails = { _ in isOffline }
    stage.submit(0..<5)
    stage.time.run()
    isOffline = false
    let pause = stage.lines.pause()
    pause.end()
    stage.time.run()
    #expect(stage.sizes == [2, 2, 1])
    #expect(stage.all == Array(0..<5))
    #expect(stage.lines.statistics.submissions == 5)
  }

  @Test @MainActor func receiverThatVanishesInABacklogLeavesTheRestToTheNext() {
    let lines = Coalescer<OrderedUpdates<Int>>(
      .nextPass, portion: .atMost(2), on: .scheduler(time))
    let shown = Recorder<Int>()
    var target: Recorder<Int>? = Recorder()
    lines.onDelivery(to: target!) { _, update in
      for line in update.elements { shown.record(line) }
      if shown.all.count == 4 { target = nil }
    }
    time.at(.zero, .background) { lines.submit(contentsOf: 0..<9) }
    time.run()
    #expect(shown.all == Array(0..<4))
    lines.onQueueDelivery { for line in $0.elements { shown.record(line) } }
    time.run()
    #expect(shown.all == Array(0..<9))
  }

  @Test func cancelInABacklogDropsTheRest() {
    let stage = Lines(.atMost(2))
    stage.each = .milliseconds(1)
    stage.submit(0..<10)
    stage.time.at(.milliseconds(3), .background) { stage.lines.cancelPending() }
    stage.submit(10..<11, at: .milliseconds(50))
    stage.time.run()
    #expect(stage.all == [0, 1, 2, 3, 10])
    let counted = stage.lines.statistics
    #expect((counted.submissions, counted.dropped) == (11, 6))
  }

  /// Such as by a handler that could show only some of them.
  @Test func whatTheAppChangesInADeliveryIsSubmittedAsItIs() {
    let ids = Coalescer<ChangedIDs<Int>>(.nextPass, portion: .atMost(2), on: .scheduler(time))
    let prices = Coalescer<NewestByKey<Int, String>>(
      .nextPass, portion: .atMost(2), on: .scheduler(time))
    let (shown, priced) = (Recorder<Set<Int>>(), Recorder<[Int: String]>())
    ids.onQueueDelivery { [unowned ids] update in
      shown.record(update.ids)
      guard shown.count == 1 else { return }
      var left = update
      left.ids.remove(5)
      left.ids.insert(7)
      ids.submit(left)
    }
    prices.onQueueDelivery { [unowned prices] update in
      priced.record(update.values)
      guard priced.count == 1 else { return }
      var left = update
      left.values[5] = nil
      left.values[7] = "left"
      prices.submit(left)
    }
    time.at(.zero, .background) {
      for id in [5, 3, 9] { ids.submit(id) }
      for key in [5, 3, 9] { prices.submit("new", for: key) }
    }
    time.run(until: .seconds(1))
    #expect(shown.all.flatMap { $0 }.sorted() == [3, 3, 5, 7, 9])
    #expect(priced.all.flatMap(\.keys).sorted() == [3, 3, 5, 7, 9])
  }

  /// Changes that belong together, such as those of a transaction.
  private struct Transactions: Divisible {
    var all: [[Int]]
    var updateCount: Int { all.joined().count }
    mutating func merge(_ newer: Transactions) { all += newer.all }
    mutating func removeFirst(_ count: Int) -> Transactions {
      Transactions(all: [all.removeFirst()])
    }
  }

  @Test func typeThatRemovesMoreThanAskedForLosesNothing() {
    let changes = Coalescer<Transactions>(.nextPass, portion: .atMost(2), on: .scheduler(time))
    let shown = Recorder<[[Int]]>()
    changes.onQueueDelivery { shown.record($0.all) }
    time.at(.zero, .background) {
      changes.submit(Transactions(all: [[1, 2, 3], [4, 5, 6, 7, 8]]))
    }
    time.run()
    #expect(shown.all == [[[1, 2, 3]], [[4, 5, 6, 7, 8]]])
    #expect(changes.statistics.submissions == 8)
  }

  @Test func identitiesAndKeysThatAreSubmittedAgainKeepTheirTurn() {
    let pace = Pace.throttle(for: .milliseconds(100))
    let ids = Coalescer<ChangedIDs<Int>>(pace, portion: .atMost(1), on: .scheduler(time))
    let prices = Coalescer<NewestByKey<Int, Int>>(pace, portion: .atMost(1), on: .scheduler(time))
    let (shown, priced) = (Recorder<Set<Int>>(), Recorder<[Int: Int]>())
    ids.onQueueDelivery { shown.record($0.ids) }
    prices.onQueueDelivery { priced.record($0.values) }
    for (moment, keys) in [(0, [5, 5, 3]), (50, [5, 9, 3])] {
      time.at(.milliseconds(moment), .background) {
        for key in keys {
          ids.submit(key)
          prices.submit(moment, for: key)
        }
      }
    }
    time.run()
    #expect(shown.all == [[5], [3], [5], [9]])
    #expect(priced.all == [[5: 0], [3: 50], [5: 50], [9: 50]])
    #expect(ids.statistics.submissions == 6)
  }

  @Test func identitiesOfAFailedPortionKeepTheirOrder() {
    let ids = Coalescer<ChangedIDs<Int>>(.nextPass, portion: .atMost(4), on: .scheduler(time))
    let shown = Recorder<[Int]>()
    ids.onQueueDelivery { update in
      shown.record(update.ids.sorted())
      if shown.count == 1 { throw CancellationError() }
    }
    for (moment, new) in [(0, 0..<40), (50, 40..<41)] {
      time.at(.milliseconds(moment), .background) { for id in new { ids.submit(id) } }
    }
    time.run()
    #expect(shown.all.first == [0, 1, 2, 3])
    #expect(shown.all.dropFirst().flatMap(\.self) == Array(0..<41))
  }

  @Test func waitOfTheRestCountsFromItsArrival() {
    let stage = Lines(.atMost(1), .throttle(for: .milliseconds(100)))
    stage.submit(0..<5)
    stage.time.run()
    #expect(stage.lines.statistics.longestWait == .milliseconds(400))
  }

  @Test func updatesSubmittedInsideAMergeCountTowardsThePortion() {
    let lines = Coalescer<Noticed>(.nextPass, portion: .atMost(2), on: .scheduler(time))
    let shown = Recorder<[Int]>()
    lines.onQueueDelivery { shown.record($0.lines) }
    time.at(.zero, .background) {
      lines.submit(Noticed(lines: [1]))
      lines.submit(
        Noticed(lines: [2]) { [unowned lines] in
          for line in 3...5 { lines.submit(Noticed(lines: [line])) }
        })
    }
    time.run()
    #expect(shown.all == [[1, 2], [3, 4], [5]])
  }

  @Test func boundOfARestThatWasCancelledOutIsForgotten() {
    let rows = Coalescer<Difference>(
      .debounce(for: .seconds(1)), portion: .atMost(1), on: .scheduler(time))
    let shown = Recorder<Duration>()
    rows.onQueueDelivery { [unowned rows] _ in
      shown.record(time.now)
      if shown.count == 1 { rows.submit(Difference(number: -2)) }
    }
    time.at(.zero, .background) { rows.submit(Difference(number: 3), within: .seconds(10)) }
    time.at(.seconds(20), .background) { rows.submit(Difference(number: 1)) }
    time.run()
    #expect(shown.all == [.seconds(1), .seconds(21)])
    #expect(rows.statistics.longestWait == .seconds(1))
  }

  @Test func newestElementsAreKeptAndDeliveredInPortions() {
    let lines = Coalescer<OrderedUpdates<Int>>(
      .nextPass, keepingNewest: 6, portion: .atMost(4), on: .scheduler(time))
    let shown = Recorder<OrderedUpdates<Int>>()
    lines.onQueueDelivery { shown.record($0) }
    time.at(.zero, .background) { for line in 0..<100 { lines.submit(line) } }
    time.run()
    #expect(shown.all.map(\.elements) == [[94, 95, 96, 97], [98, 99]])
    #expect(shown.all.map(\.dropped) == [94, 0])
    #expect(lines.statistics.submissions == 100)
    #expect(lines.statistics.dropped == 94)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 7])
  func waiterIsAnsweredOnceWhatWasPendingIsDelivered(portionsBefore: Int) async throws {
    let queue = DispatchQueue(label: "portions")
    let lines = Coalescer<OrderedUpdates<Int>>(
      .throttle(for: .milliseconds(2)), portion: .atMost(2), on: .queue(queue))
    let shown = Recorder<Int>()
    lines.onQueueDelivery { for line in $0.elements { shown.record(line) } }
    lines.submit(contentsOf: 0..<portionsBefore * 2 + 1)
    async let more: Void = {
      for line in 1_000..<1_200 {
        lines.submit(line)
        await Task.yield()
      }
    }()
    try await lines.waitUntilDelivered()
    #expect(shown.all.contains(portionsBefore * 2))
    await more
    lines.cancel()
  }

  @Test func waitersOfABacklogHearOfAFailureInIt() async {
    let queue = DispatchQueue(label: "portions")
    let lines = Coalescer<OrderedUpdates<Int>>(.nextPass, portion: .atMost(1), on: .queue(queue))
    lines.onQueueDelivery { if $0.elements[0] == 3 { throw CancellationError() } }
    let pause = lines.pause()
    lines.submit(contentsOf: 0..<10)
    let waiter = Task { try await lines.waitUntilDelivered() }
    while lines.engine.access({ state, _ in state.waiters.isEmpty }) { await Task.yield() }
    pause.end()
    await #expect(throws: DeliveryError.handlerThrew) { try await waiter.value }
  }
}

/// Compares the portions of each rule with those computed by hand.
struct PortionSizeTests {
  private let time = VirtualScheduler()

  private func text(
    _ chunks: [(at: Duration, count: Int)], over horizon: Duration = .milliseconds(400),
    _ pace: Pace = .frame(), cost: Duration = .zero
  ) -> [(at: Duration, lag: Duration, count: Int)] {
    let text = Coalescer<OrderedUpdates<Duration>>(
      pace, portion: .evenly(over: horizon), on: .scheduler(time))
    let shown = Recorder<(Duration, Duration, Int)>()
    text.onQueueDelivery { update in
      let now = time.now
      shown.record((now, now - update.elements[0], update.elements.count))
      time.spend(cost)
    }
    for chunk in chunks {
      time.at(chunk.at, .background) {
        text.submit(contentsOf: repeatElement(time.now, count: chunk.count))
      }
    }
    time.run()
    return shown.all
  }

  @Test func lumpIsShownInEqualPicturesWithinTheHorizon() {
    let shown = text([(.milliseconds(1), 240)])
    #expect(shown.count == 24)
    #expect(shown.allSatisfy { $0.count == 10 }, "\(shown)")
    #expect(shown.allSatisfy { $0.lag <= .milliseconds(400) })
  }

  @Test func steadyTextIsShownSteadily() {
    let shown = text((0..<120).map { (.milliseconds(1) + .seconds(1) / 60 * $0, 2) })
    #expect(shown.dropFirst(30).dropLast(30).allSatisfy { $0.count == 2 }, "\(shown)")
  }

  /// 20 characters every 50 ms do not wait for as long as they may.
  @Test func steadyTextCatchesUp() {
    let shown = text((0..<80).map { (.milliseconds(1 + 50 * $0), 20) })
    #expect(shown.map(\.count).max() ?? 0 <= 8)
    let last = shown.filter { $0.at >= .seconds(3) }
    #expect(last.allSatisfy { $0.lag <= .milliseconds(300) }, "\(last)")
  }

  /// A flush does not count as a portion, so later portions may not be as large.
  @Test func textBehindAFlushIsShownEvenly() {
    let text = Coalescer<OrderedUpdates<Int>>(
      .frame(), portion: .evenly(over: .milliseconds(400)), on: .scheduler(time))
    let sizes = Recorder<Int>()
    text.onQueueDelivery { sizes.record($0.elements.count) }
    time.onMain(at: .zero) {
      text.submit(contentsOf: 0..<1_000)
      text.flush()
      text.submit(contentsOf: 0..<240)
    }
    time.run()
    #expect(sizes.all.first == 1_000)
    #expect(sizes.all.dropFirst().max() ?? 0 <= 12, "\(sizes.all)")
  }

  /// With 16.7, 32 and 55 ms between deliveries, 400 ms have 24, 13 and 8 of them.
  @Test(arguments: [(Duration.zero, 9), (.milliseconds(8), 16), (.milliseconds(15), 25)])
  func chunksTakeAsManyPicturesAsThePaceAllows(cost: Duration, largest: Int) {
    let chunks = (0..<10).map { (at: Duration.milliseconds(500 * $0), count: 200) }
    let shown = text(chunks, .adaptive, cost: cost)
    #expect(shown.map(\.count).reduce(0, +) == 2_000)
    // For the first chunk, the time between deliveries is not known.
    #expect(shown.filter { $0.at > .milliseconds(450) }.allSatisfy { $0.count <= largest })
    #expect(shown.allSatisfy { $0.count * 4 <= largest * 5 }, "\(shown)")
    #expect(shown.allSatisfy { $0.lag <= .milliseconds(400) }, "\(shown)")
  }

  @Test func anElementIsNeverShownLaterThanItsHorizon() {
    var generator = SeededGenerator(seed: 7)
    var time = Duration.zero
    let chunks = (0..<300).map { _ in
      time += .milliseconds(Int.random(in: 0...120, using: &generator))
      return (at: time, count: Int.random(in: 1...90, using: &generator))
    }
    let shown = text(chunks)
    #expect(shown.allSatisfy { $0.lag <= .milliseconds(400) })
    #expect(shown.map(\.count).reduce(0, +) == chunks.map(\.count).reduce(0, +))
  }

  /// Once shown again, a view that was hidden, or whose main thread was busy, shows the next lump evenly, too.
  @Test(arguments: [true, false])
  func deliveriesAreNotExpectedToStayAsFarApart(isHidden: Bool) {
    let text = Coalescer<OrderedUpdates<Int>>(
      .frame(), portion: .evenly(over: .milliseconds(400)), on: .scheduler(time))
    let shown = Recorder<(at: Duration, count: Int)>()
    text.onQueueDelivery { shown.record((time.now, $0.elements.count)) }
    for moment in [Duration.milliseconds(1), .seconds(6)] {
      time.at(moment, .background) { text.submit(contentsOf: 0..<240) }
    }
    if isHidden {
      time.onMain(at: .milliseconds(10)) { text.setHidden(.throttle(for: .milliseconds(450))) }
      time.onMain(at: .seconds(5)) { text.setHidden(nil) }
    } else {
      time.onMain(at: .milliseconds(10)) { time.spend(.milliseconds(450)) }
    }
    time.run()
    let last = shown.all.filter { $0.at >= .seconds(6) }
    #expect(last.count == 24)
    #expect(last.allSatisfy { $0.count == 10 }, "\(last)")
  }

  /// A delivery that leaves nothing does not show how soon a portion could follow.
  @Test func lumpAfterSparseTextIsShownEvenly() {
    let sparse = (0..<10).map { (at: Duration.milliseconds(1 + 300 * $0), count: 1) }
    let lump = text(sparse + [(.milliseconds(3_001), 240)]).dropFirst(10)
    #expect(lump.count == 24)
    #expect(lump.allSatisfy { $0.count == 10 }, "\(lump)")
  }

  /// The sizes of portions that fit 4 ms, of 3 000 lines at once.
  private func fittingSizes(delivery: Duration, line: Duration) -> [Int] {
    let lines = Coalescer<OrderedUpdates<Int>>(
      .frame(), portion: .fitting(.milliseconds(4)), on: .scheduler(time))
    let sizes = Recorder<Int>()
    lines.onQueueDelivery { update in
      sizes.record(update.elements.count)
      time.spend(delivery + line * update.elements.count)
    }
    time.at(.zero, .background) { lines.submit(contentsOf: 0..<3_000) }
    time.run()
    return sizes.all
  }

  /// 60 lines take 4 ms.
  @Test func portionThatFitsATimeLearnsWhatAnElementCosts() {
    let sizes = fittingSizes(delivery: .milliseconds(1), line: .microseconds(50))
    #expect(sizes.first == 16)
    #expect(sizes.dropFirst(4).dropLast().allSatisfy { (55...60).contains($0) }, "\(sizes)")
    #expect(sizes.max() ?? 0 <= 64)
  }

  /// A hundred lines cost as much as the delivery does.
  @Test func portionIsWorthADeliveryThatCostsMoreThanItsTime() {
    let sizes = fittingSizes(delivery: .milliseconds(10), line: .microseconds(100))
    #expect(sizes.dropFirst(8).dropLast().allSatisfy { (90...101).contains($0) }, "\(sizes)")
  }

  /// A line every 0.7 ms for two seconds; before and after, every 7 ms.
  @Test func burstOfLinesIsShownAsEvenlyAsItCame() {
    let chunks = (0..<6_000).filter { (2_000..<4_000).contains($0) || $0 % 10 == 0 }
      .map { (at: Duration.microseconds(700) * $0, count: 1) }
    let shown = text(chunks)
    #expect(shown.map(\.count).max() ?? 0 <= 31, "\(shown.map(\.count))")
  }

  @Test func finishedStreamWakesNothing() {
    let text = Coalescer<OrderedUpdates<Int>>(
      portion: .evenly(over: .milliseconds(400)), on: .scheduler(time))
    text.onQueueDelivery { _ in }
    time.at(.zero, .background) { text.submit(contentsOf: 0..<240) }
    time.run(until: .seconds(1))
    let wakeUps = time.mainWakeUps
    time.run(until: .seconds(61))
    #expect(time.mainWakeUps == wakeUps)
    #expect(text.pendingCount == 0)
  }
}
