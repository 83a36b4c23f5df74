import Synchronization

@testable import Coalesce

/// A delivery engine whose parts do nothing by themselves. ``trace`` lists what it called; what they return is set
/// here. What another thread would do in between is a hook.
///
/// Thread safety: none; one thread at a time.
final class EngineRig: @unchecked Sendable {
  // Proof of `@unchecked`: one thread at a time uses it, and the engine with it.

  /// What the engine has told its parts since ``told()`` was last called.
  private(set) var trace: [String] = []

  var now: UInt64 = 0
  var isMain = true
  var isMainActor = true
  /// How long the scheduler says that a turn's layout commit took; below 0 where it is wrong.
  var layoutNanoseconds: Int64 = 7
  /// What was posted to main, and what waits for a frame.
  var posts: [@Sendable () -> Void] = []

  /// What the store holds.
  var count = 0
  /// Whether there is a target, and whether a receiver is set.
  var isTargetThere = true
  var hasReceiver = true
  /// What a call of the handler comes to.
  var call: () -> DeliveryCall = { .returned }

  /// Call it to ask for the next delivery, as a consumer does; nil until one was handed over.
  private(set) var finished: (@Sendable () -> Void)?

  /// What the policy answers.
  var due: UInt64 = 0
  var next = Int.max
  var timesDeliveries = false
  var deliversInSubmit = false
  var notesEverySubmission = false

  /// What another thread does when the timer is set, when the store is emptied for a delivery, and before what
  /// is in it is dropped; once each. The engine's lock is taken in the first two, so that all but ``submit(_:)``
  /// would wait for ever.
  var whenTimerIsSet: (() -> Void)?
  var whenTaken: (() -> Void)?
  var whenDiscarded: (() -> Void)?

  /// How often the store was counted, a read-modify-write of what all submissions write, and the clock read.
  var countings = 0
  var clockReads = 0

  private(set) var engine: DeliveryEngine?

  /// - Parameters:
  ///   - leeway: how late the timer may be, in nanoseconds.
  ///   - inGroup: whether it is the member of a group, whose policy is like its own.
  ///   - hasFrames: whether deliveries wait for frames.
  ///   - dropsUndeliverable: whether what comes while there is nobody to deliver to is dropped.
  ///   - mayDeliverInSubmit: whether a delivery inside a submission is allowed.
  ///   - isOpen: whether there is somebody to deliver to from the beginning.
  ///   - set: sets what the parts answer from the beginning.
  init(
    leeway: UInt64 = 0, inGroup: Bool = false, hasFrames: Bool = false,
    dropsUndeliverable: Bool = false, mayDeliverInSubmit: Bool = true, isOpen: Bool = true,
    set: (EngineRig) -> Void = { _ in }
  ) {
    set(self)
    let scheduler = Scheduler(rig: self)
    engine = DeliveryEngine(
      Policy(rig: self), pending: Store(rig: self), scheduler: scheduler,
      leeway: .nanoseconds(Int64(leeway)),
      group: inGroup
        ? CoalescerGroup(Pace(Policy(rig: self, name: "group ")), scheduler: scheduler) : nil,
      frames: hasFrames ? Frames(rig: self) : nil, dropsUndeliverable: dropsUndeliverable,
      mayDeliverInSubmit: mayDeliverInSubmit)
    if isOpen { engine?.open() }
    trace = []
  }

  /// What the engine has told its parts since the last time, and forgets it.
  func told() -> [String] {
    defer { trace = [] }
    return trace
  }

  fileprivate func note(_ event: String) { trace.append(event) }

  /// Submits as a coalescer does: merges, and calls where as many wait as were asked for.
  func submit(_ more: Int = 1) {
    count += more
    if let engine, count >= engine.wakeAt.load(ordering: .relaxed) { engine.arrived(count) }
  }

  func submit(within bound: UInt64) {
    count += 1
    engine?.arrived(count, within: bound)
  }

  /// How many wait for a delivery.
  var waiters: Int? { engine?.state.withLock { $0.waiters.count } }

  /// Has somebody wait for a delivery of that number until `body` is over. Returns whether they were told
  /// before.
  func waits(for delivery: Int, _ body: () -> Void) async -> Bool {
    var isTold = true
    await withCheckedContinuation { waiter in
      engine?.state.withLock { $0.waiters[.max] = (delivery, waiter) }
      body()
      guard let left = engine?.state.withLock({ $0.waiters.removeValue(forKey: .max) }) else {
        return
      }
      isTold = false
      left.waiter.resume()
    }
    return isTold
  }

  /// How many must wait for a submission to call.
  var wakeAt: Int? { engine?.wakeAt.load(ordering: .relaxed) }

  /// Has deliveries handed over to a consumer.
  func handOver() {
    call = { [unowned self] in
      .handsOver {
        self.finished = $0
        return true
      }
    }
  }

  /// Runs the first that was posted.
  func pass() { if !posts.isEmpty { posts.removeFirst()() } }

  /// Ends the engine, which lives on otherwise: its parts hold the rig.
  func drop() { engine = nil }

  private func run(_ hook: ReferenceWritableKeyPath<EngineRig, (() -> Void)?>) {
    let body = self[keyPath: hook]
    self[keyPath: hook] = nil
    body?()
  }

  /// The policy, as the rig has it.
  struct Policy: DeliveryPolicy {
    let rig: EngineRig
    var name = ""

    var due: UInt64 { rig.due }
    var timesDeliveries: Bool { rig.timesDeliveries }
    var deliversInSubmit: Bool { rig.deliversInSubmit }
    var notesEverySubmission: Bool { rig.notesEverySubmission }
    func nextCount(after heard: Int) -> Int { rig.next == .max ? .max : heard + rig.next }

    func heard(_ count: Int, at now: UInt64) {
      rig.note("\(name)heard \(count) at \(now)")
    }
    func looked(_ count: Int, at now: UInt64) { rig.note("\(name)looked \(count) at \(now)") }
    func foundNothingDue(at now: UInt64) { rig.note("\(name)nothing due at \(now)") }
    func began(at now: UInt64) { rig.note("\(name)began at \(now)") }
    func dropped() { rig.note("\(name)dropped") }
    func reset() { rig.note("\(name)reset") }
    func noted(newest: UInt64) { rig.note("\(name)newest \(newest)") }
    func ended(_ timing: DeliveryTiming) {
      let layout = timing.layoutNanoseconds.map { ", layout \($0)" } ?? ""
      rig.note(
        "\(name)ended \(timing.start)...\(timing.end), main \(timing.mainNanoseconds)\(layout)")
    }
  }

  private final class Store: Deliverable {
    let rig: EngineRig
    init(rig: EngineRig) { self.rig = rig }

    func findsReceiver() -> Bool { rig.isTargetThere }
    var hasReceiver: Bool { rig.hasReceiver }
    func submissions() -> Int {
      rig.countings += 1
      precondition(rig.countings < 10_000, "The engine counts for ever.")
      return rig.count
    }

    func take() -> Int {
      defer { rig.run(\.whenTaken) }
      defer { rig.count = 0 }
      rig.note("take \(rig.count), wake at \(rig.wakeAt ?? 0)")
      return rig.count
    }

    func call() -> DeliveryCall {
      rig.note("call")
      return rig.call()
    }

    func discard() -> Int {
      rig.run(\.whenDiscarded)
      defer { rig.count = 0 }
      rig.note("discard \(rig.count)")
      return rig.count
    }

    func releaseHandler(on scheduler: any UpdateScheduler) { rig.note("release") }
  }

  private final class Scheduler: UpdateScheduler {
    let rig: EngineRig
    let turns = MainTurns()
    init(rig: EngineRig) { self.rig = rig }

    var nowNanoseconds: UInt64 {
      rig.clockReads += 1
      return rig.now
    }
    var isMain: Bool { rig.isMain }
    var isMainActor: Bool { rig.isMainActor }
    func onMain(_ work: @escaping @Sendable () -> Void) {
      rig.note("post")
      rig.posts.append(work)
    }
    func timeLayout(_ done: @escaping @Sendable (UInt64, UInt64) -> Void) {
      done(rig.now, UInt64(Int64(rig.now) + rig.layoutNanoseconds))
    }
    func makeTimer() -> any UpdateTimer { Timer(rig: rig) }
    func makeSignal(_ kind: SignalKind) -> any UpdateSignal {
      fatalError("An engine has no signal.")
    }
    func makeQueue(label: String) -> any UpdateQueue { fatalError("An engine has no queue.") }
  }

  private final class Timer: UpdateTimer {
    let rig: EngineRig
    init(rig: EngineRig) { self.rig = rig }

    func setHandler(_ handler: @escaping @Sendable () -> Void) {}
    func schedule(deadlineNanoseconds: UInt64, leewayNanoseconds: UInt64) {
      rig.note("timer \(deadlineNanoseconds)+\(leewayNanoseconds)")
      rig.run(\.whenTimerIsSet)
    }
    func disarm() { rig.note("no timer") }
  }

  private final class Frames: FrameSource {
    let rig: EngineRig
    init(rig: EngineRig) { self.rig = rig }

    func onNextFrame(_ work: @escaping @Sendable () -> Void) {
      rig.note("frame")
      rig.posts.append(work)
    }
  }
}
