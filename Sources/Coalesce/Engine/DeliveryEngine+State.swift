extension DeliveryEngine {
  /// A caller that waits until everything submitted before its call is delivered.
  struct Waiter {
    /// The numbers of the deliveries that carry the first and the last of those updates; the last is a later one if the
    /// next takes only a portion.
    var first: Int
    var last: Int
    /// How many elements are still to be taken, if deliveries take portions.
    var pending: Int
    let answer: Answer
  }

  typealias Outcome = Result<Void, any Error>

  /// A waiter's answer; only the first outcome given counts.
  final class Answer: Sendable {
    private let state = Locked<(outcome: Outcome?, waiting: CheckedContinuation<Void, any Error>?)>(
      (nil, nil))

    func give(_ outcome: Outcome) {
      let waiting = state.withLock { state in
        if state.outcome == nil { state.outcome = outcome }
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(with: outcome)
    }

    func wait() async throws {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    }
  }

  enum Receiver {
    /// There is no receiver. Updates wait for the next one or, with `dropsUpdates`, are dropped.
    case none(dropsUpdates: Bool)
    /// A handler or a loop. With `cancelsInFlight`, a newer update that is due cancels a handler's task.
    case some(number: Int, cancelsInFlight: Bool)
    case cancelled
  }

  enum Progress {
    case idle
    /// The delivery's handler is being called, or has just returned.
    case delivering(Delivery)
    /// The delivery continues in a task or in a loop over `deliveries`.
    case inFlight(Delivery, DeliveryCall.Flight, Interruption?)
    /// The delivery's handler has ended; its layout commit has not.
    case settling(Unsettled)
  }

  enum Interruption {
    /// A newer update was due, so the task was cancelled. If the handler throws, both updates are merged.
    case superseded
    /// The delivery's update was dropped together with the pending ones.
    case dropped
  }

  struct Delivery: Sendable {
    let number: Int
    let receiver: Int
    /// Whether the group hears of the delivery's cost.
    let isTurn: Bool
    /// The amount charged to the group's account when the delivery began.
    let charged: UInt64
    let isCancellable: Bool
    let start: UInt64
    /// The latest start that the delivery's submissions allowed; `.max` for no limit.
    let bound: UInt64
    /// How many submissions the delivery carries, including any that were put back earlier.
    let submissions: Int
    /// The number of elements, if deliveries take portions, and how many were left.
    let elements: Int
    let rest: Int
    /// The deadline of an update that it carries; `.max` for no deadline.
    let promised: UInt64
    /// Whether the policy learns the delivery's cost.
    let isTimed: Bool
    let epoch: Int
  }

  struct Unsettled: Sendable {
    let delivery: Delivery
    let end: UInt64
    let mainNanoseconds: UInt64
    /// How much of that was the main thread's, or the queue's, own time.
    let onMain: UInt64
  }

  struct Waiting {
    /// How many new submissions the policy has heard of. While there are any and deliveries are allowed,
    /// a timer, a dispatch or the end of a delivery is pending, which will read and schedule them.
    var heardCount = 0
    /// When the policy heard of the oldest new submission; `.max` if there are none.
    var oldest = UInt64.max
    /// The latest start of the next delivery, whatever the policy says; `.max` for no limit.
    var bound = UInt64.max
    /// If deliveries take portions, when the first `count` elements must have been delivered; ascending.
    var promises: [(until: UInt64, count: Int)] = []
    /// How many submissions were put back. The policy does not know of them.
    var putBackCount = 0
    /// Whether a delivery is due at once, whatever the policy says, even without new submissions. Updates that were
    /// put back wait for such a request, a new submission or a flush.
    var isRequested = false

    var needsDelivery: Bool { heardCount > 0 || isRequested }

    /// When a portion no longer suffices, because an update's own bound is due; `.max` for never.
    var promised: UInt64 { promises.first?.until ?? .max }

    mutating func promise(_ time: UInt64, ofFirst count: Int) {
      // A later promise that is due sooner includes the earlier ones.
      promises.removeAll { $0.until >= time }
      promises.append((time, count))
    }

    /// Makes `elements` that were taken the oldest again; `promised` is their deadline, `.max` for none.
    mutating func putBack(_ elements: Int, promised: UInt64) {
      promises = promises.map { ($0.until, $0.count + elements) }
      if promised < self.promised { promises.insert((promised, elements), at: 0) }
    }

    /// The state once `elements` have been taken; the oldest of the rest arrived at `oldest`.
    func without(_ elements: Int, oldest: UInt64) -> Waiting {
      var left = Waiting()
      left.oldest = oldest
      left.promises = promises.filter { $0.count > elements }
        .map { ($0.until, $0.count - elements) }
      left.bound = left.promised
      return left
    }
  }

  /// Used under the engine's lock only.
  struct State {
    var policy: any EnginePolicy
    /// The policy as it was given, before it learnt anything.
    var givenPolicy: any EnginePolicy
    /// Whether `policy` takes the place of `givenPolicy` because the view is hidden.
    var isHidden = false
    /// The group whose turns the coalescer takes.
    var group: CoalescerGroup? { didSet { turns = group?.turns } }
    private(set) var turns: GroupTurns?
    /// What deliveries cost, if the group keeps an account.
    var cost = DeliveryCost()
    var portion: PortionSize?
    var receiver = Receiver.none(dropsUpdates: false)
    var progress = Progress.idle
    var waiting = Waiting()
    /// When each pause, by its number, ends by itself; `.max` for never.
    var pauses: [Int: UInt64] = [:]
    /// When the timer fires, if it is set.
    var timer: UInt64?
    /// Whether a dispatch, a turn of the group or a frame was requested and is still to come.
    var isPosted = false
    /// Whether the requested frame is late and no longer awaited; it may never come.
    var isFrameLate = false
    /// Whether the next delivery waits for something that was requested, so that submissions need not be heard.
    var isArranged: Bool { isPosted && !isFrameLate }
    var waiters: [ObjectIdentifier: Waiter] = [:]
    var statistics = DeliveryStatistics()
    var deliveryCount = 0
    /// The delivery during which pending updates were dropped; its own update is dropped, too, if it fails.
    var droppedDelivery = 0
    /// Increases with each new policy that inherits nothing from its predecessor.
    var epoch = 0
    private var lastNumber = 0

    init(policy: any EnginePolicy, group: CoalescerGroup?) {
      (self.policy, givenPolicy, self.group, turns) = (policy, policy, group, group?.turns)
    }

    mutating func makeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// Work to do after the lock is released, because it may call other code.
  struct Actions {
    /// Dropped updates, which are released together with this value.
    var dropped: [Any] = []
    /// Asks for a turn of a group, for a delivery that usually costs so much, or else for a pass or a frame.
    var posts: (turns: GroupTurns?, cost: UInt64)?
    /// The group that keeps an account, with a delivery that is over and the usual cost of one that begins.
    var payer: GroupTurns?
    var settled: (cost: UInt64, charged: UInt64, start: UInt64)?
    var charge: UInt64 = 0
    var delivers = false
    var taskToCancel: Task<Void, Never>?
    var answers: [(Answer, Outcome)] = []
  }
}

extension DeliveryEngine.State {
  var isCancelled: Bool {
    if case .cancelled = receiver { true } else { false }
  }

  var receiverNumber: Int? {
    if case .some(let number, _) = receiver { number } else { nil }
  }

  var isDropping: Bool {
    switch receiver {
    case .none(let dropsUpdates): dropsUpdates
    case .some: false
    case .cancelled: true
    }
  }

  var isOpen: Bool {
    receiverNumber != nil && pauses.isEmpty
  }

  var isDelivering: Bool {
    switch progress {
    case .delivering, .inFlight: true
    case .idle, .settling: false
    }
  }

  /// Whether the next delivery must not be scheduled yet: from the beginning of a timed delivery until it has settled.
  var isBusy: Bool {
    switch progress {
    case .idle: false
    case .delivering(let delivery), .inFlight(let delivery, _, _): delivery.isTimed
    case .settling: true
    }
  }

  var inFlight: (delivery: DeliveryEngine.Delivery, flight: DeliveryCall.Flight)? {
    if case .inFlight(let delivery, let flight, _) = progress { (delivery, flight) } else { nil }
  }

  /// The delivery in flight that a newer update may cancel, and its task.
  var cancellable: (delivery: DeliveryEngine.Delivery, flight: DeliveryCall.Flight)? {
    guard case .inFlight(let delivery, let flight, nil) = progress, delivery.isCancellable,
      !isCancelled
    else { return nil }
    return (delivery, flight)
  }

  /// Drops what is in flight if a newer update may cancel it, or has done so. Returns the task to cancel.
  mutating func dropInFlight() -> Task<Void, Never>? {
    guard let (delivery, flight) = inFlight, delivery.isCancellable else { return nil }
    progress = .inFlight(delivery, flight, .dropped)
    return flight.task
  }

  var interruption: DeliveryEngine.Interruption? {
    if isCancelled || isDelivering && droppedDelivery == deliveryCount { return .dropped }
    guard case .inFlight(_, _, let interruption) = progress else { return nil }
    return interruption
  }

  /// The number of pending submissions at which the next submission must call the engine; `.max` for never.
  var nextCount: Int {
    if isDropping { return .min }
    if isArranged || !isOpen || waiting.heardCount == .max { return .max }
    let heard = waiting.heardCount
    return heard == 0 ? 1 : max(heard + 1, policy.nextCount(after: heard))
  }

  /// When the first of the pauses ends by itself; `.max` for never.
  var pauseEnd: UInt64 { pauses.isEmpty ? .max : pauses.values.min() ?? .max }

  /// Ends the pauses whose time is over. After the last pause, everything pending is due.
  mutating func endPauses(at now: UInt64, isEmpty: @autoclosure () -> Bool) {
    guard !pauses.isEmpty else { return }
    pauses = pauses.filter { $0.value > now }
    if pauses.isEmpty, !isEmpty() { waiting.isRequested = true }
  }

  mutating func forgetWaiting() {
    waiting = DeliveryEngine.Waiting()
    policy.didDrop()
  }

  /// Counts the `submissions` new updates, and all that were put back, as dropped.
  mutating func dropWaiting(_ submissions: Int) {
    statistics.drop(submissions)
    statistics.dropped += waiting.putBackCount
    forgetWaiting()
  }

  mutating func begin(
    _ taken: TakenCounts, isTurn: Bool, at now: UInt64,
    _ actions: inout DeliveryEngine.Actions
  ) -> DeliveryEngine.Delivery? {
    guard case .some(let receiver, let isCancellable) = receiver else { return nil }
    let waited = now - min(now, waiting.oldest)
    policy.willDeliver(at: now)
    deliveryCount += 1
    statistics.began(submissions: taken.submissions, dropped: taken.dropped, waited: waited)
    let keepsAccount = isTurn && turns?.keepsAccount == true
    let charged = keepsAccount ? cost.usualMost : 0
    if charged > 0 { (actions.payer, actions.charge) = (turns, charged) }
    let delivery = DeliveryEngine.Delivery(
      number: deliveryCount, receiver: receiver, isTurn: isTurn && turns != nil,
      charged: charged, isCancellable: isCancellable, start: now, bound: waiting.bound,
      submissions: taken.submissions + waiting.putBackCount, elements: taken.elements,
      rest: taken.rest?.count ?? 0, promised: waiting.promised,
      isTimed: policy.timesDeliveries || keepsAccount || portion?.learnsCosts == true,
      epoch: epoch)
    progress = .delivering(delivery)
    guard let rest = taken.rest else {
      waiting = DeliveryEngine.Waiting()
      return delivery
    }
    portion?.didLeave(at: now)
    waiting = waiting.without(taken.elements, oldest: rest.since)
    for (id, waiter) in waiters
    where waiter.last == delivery.number && waiter.pending > taken.elements {
      waiters[id]?.pending -= taken.elements
      waiters[id]?.last += 1
    }
    return delivery
  }

  /// Counts a failed delivery's updates as put back, ahead of those that wait.
  mutating func putBack(_ delivery: DeliveryEngine.Delivery) {
    waiting.putBackCount += delivery.submissions
    waiting.putBack(delivery.elements, promised: delivery.promised)
    for (id, waiter) in waiters {
      let later = waiter.last > delivery.number ? waiter.pending : 0
      waiters[id]?.pending = later + delivery.elements
      waiters[id]?.last = max(waiter.last, delivery.number + 1)
    }
  }

  /// Counts the oldest `count` pending submissions as put back: they wait for the next submission.
  mutating func putBackRest(_ count: Int) {
    statistics.submissions += count
    waiting.putBackCount += count
    waiting.heardCount -= min(waiting.heardCount, count)
    if waiting.heardCount == 0 { waiting.oldest = .max }
  }

  /// Ends a failed delivery. Normally, its updates wait for the next one, with the same bound. If a newer update
  /// superseded it, they are merged with that update; if it was dropped, so are they. Returns the waiters' answers.
  mutating func fail(
    _ delivery: DeliveryEngine.Delivery, _ interruption: DeliveryEngine.Interruption?
  ) -> [(DeliveryEngine.Answer, DeliveryEngine.Outcome)] {
    switch interruption {
    case nil:
      statistics.failed += 1
      putBack(delivery)
      waiting.bound = min(waiting.bound, delivery.bound)
      // A caller that began to wait during the delivery may wait for newer updates, which are still to be delivered.
      return takeWaiters(.handlerThrew) { $0.first <= delivery.number }
    case .superseded:
      putBack(delivery)
      return []
    case .dropped:
      statistics.dropped += delivery.submissions
      return takeWaiters(.dropped) { $0.last <= delivery.number }
    }
  }

  /// Ends a delivery after its layout commit; `layout` is nil if unknown. Reports the cost to the policy that timed it.
  mutating func settle(
    _ ended: DeliveryEngine.Unsettled, layoutNanoseconds layout: UInt64?,
    _ actions: inout DeliveryEngine.Actions
  ) {
    progress = .idle
    statistics.took(mainNanoseconds: layout ?? 0)
    guard ended.delivery.isTimed else { return }
    let timing = DeliveryTiming(
      start: ended.delivery.start, end: ended.end, mainNanoseconds: ended.mainNanoseconds,
      layoutNanoseconds: layout)
    // A new policy may have left the group meanwhile.
    guard epoch == ended.delivery.epoch else { return }
    if ended.delivery.isTurn, let turns, turns.keepsAccount {
      cost.learn(
        DeliveryTiming(
          start: timing.start, end: timing.end, mainNanoseconds: ended.onMain,
          layoutNanoseconds: layout))
      let taken = ended.onMain.adding(orNever: layout ?? cost.layoutNanoseconds)
      actions.payer = turns
      actions.settled = (
        min(taken, cost.mostTrusted), ended.delivery.charged, ended.delivery.start
      )
    }
    if let layout {
      portion?.didDeliver(
        ended.delivery.elements, nanoseconds: ended.mainNanoseconds.adding(orNever: layout))
    }
    policy.didDeliver(timing)
  }

  /// Removes waiters, and returns their outcome: `error`, or success.
  mutating func takeWaiters(
    _ error: DeliveryError?, where isAnswered: (DeliveryEngine.Waiter) -> Bool = { _ in true }
  ) -> [(DeliveryEngine.Answer, DeliveryEngine.Outcome)] {
    let taken = waiters.values.filter(isAnswered)
    for waiter in taken { waiters[ObjectIdentifier(waiter.answer)] = nil }
    let outcome: DeliveryEngine.Outcome = error.map { .failure($0) } ?? .success(())
    return taken.map { ($0.answer, outcome) }
  }
}
