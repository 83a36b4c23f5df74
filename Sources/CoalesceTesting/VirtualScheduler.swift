public import Coalesce

/// A scheduler in virtual time: a discrete-event simulation of one main thread, its run loop and timers. Nothing
/// sleeps, and every run is bit-identical.
///
/// Events happen in the order of their times; at equal times, arrivals come first, then other events in the order of
/// insertion. Waking an idle main thread takes ``hopNanoseconds``; a busy one runs posted blocks in its next pass. A
/// pass runs the blocks that were waiting when it began, then ``turnDidEnd``, like one turn of a run loop. Time passes
/// only between events and while main-thread code is in ``spend(_:)``, which runs the events of other threads.
///
/// Thread safety: none. A simulation belongs to one thread, which must also release its coalescers and timers.
public final class VirtualScheduler: UpdateScheduler, @unchecked Sendable {
  // `@unchecked` is safe, because all calls must be made on the simulation's thread and no other thread is started.

  /// The virtual uptime, in nanoseconds. It begins at ten hours, as on a machine that has run for a while: near 0, code
  /// that mistakes 0 for "never" would hide its mistake or wait for nothing.
  public var nowNanoseconds: UInt64 { startNanoseconds.adding(orNever: elapsedNanoseconds) }

  package let startNanoseconds: UInt64
  /// A whole number of frames of 1/60 and 1/120 s, and of every whole number of milliseconds from 1 to 16.
  package static let usualStartNanoseconds: UInt64 = 36_036_000_000_000

  /// The virtual time, in nanoseconds since the simulation began.
  @exclusivity(unchecked) package private(set) var elapsedNanoseconds: UInt64 = 0

  /// The virtual time since the simulation began. All times given to a simulation count from there, except the deadlines
  /// of timers, which are on the clock of ``nowNanoseconds``, as in any scheduler.
  public var now: Duration { .nanoseconds(elapsedNanoseconds) }

  /// Whether the running code is on the main thread. Code outside ``run(until:)`` counts as main-thread code.
  public var isMain: Bool { isOnMain || !isRunning }
  @exclusivity(unchecked) private var isOnMain = false
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var hasSaidThatTasksWait = false

  /// The turns of the simulated main thread.
  public let turns = MainTurns()

  /// How long it takes to wake an idle main thread, in nanoseconds.
  public let hopNanoseconds: UInt64

  /// How often the main thread was woken when it was idle.
  @exclusivity(unchecked) public private(set) var mainWakeUps = 0

  /// How often an idle serial queue was woken; counted by code that models queues.
  @exclusivity(unchecked) package var queueWakeUps = 0

  /// How many more events and blocks may run. At 0, drops all work, so that an endless simulation ends.
  @exclusivity(unchecked) public var stepsLeft = Int.max

  /// Returns how many nanoseconds late the timer that is being set will fire. If negative, the timer fires that much
  /// early, except that a timer due within that time is on time. Without this closure, all timers are on time.
  @exclusivity(unchecked) public var timerErrorNanoseconds: (() -> Int64)?

  /// Called on the main thread at the end of each turn, to simulate the layout commit.
  @exclusivity(unchecked) public var turnDidEnd: (() -> Void)?

  /// The costs of a toolkit's main loop besides the work it runs, in nanoseconds of main-thread time.
  package struct LoopCosts {
    /// A pass of the main queue, and a look for other work when the queue is empty.
    package var pass: UInt64 = 0, idle: UInt64 = 0
    /// The hop to a thread that has been idle for less than 0.2 ms; nil if it is as long as any other.
    package var warmHop: UInt64?
  }
  @exclusivity(unchecked) package var loopCosts = LoopCosts()
  @exclusivity(unchecked) private var fellAsleep: UInt64?

  /// Whether views are drawn in frames, not at the end of each turn.
  @exclusivity(unchecked) package var drawsInFrames = false
  @exclusivity(unchecked) private var unpainted: [@Sendable () -> Void] = []

  // Exclusivity is unchecked in this file, because the checks took a fifth of a simulation's time. This is safe: there
  // is one thread, and no access is held while other code is called.
  @exclusivity(unchecked) private var events = TimeHeap<Event>()
  @exclusivity(unchecked) private var mainBlocks = FIFO<Block>()
  @exclusivity(unchecked) private var firstTurns = FIFO<Block>()
  @exclusivity(unchecked) private var lastTurns = FIFO<Block>()
  @exclusivity(unchecked) private var layoutTimers:
    [(spent: UInt64, done: (UInt64, UInt64) -> Void)] = []
  /// How long the main thread has been busy since the simulation began.
  @exclusivity(unchecked) private var spentNanoseconds: UInt64 = 0
  @exclusivity(unchecked) private var isMainAwake = false
  @exclusivity(unchecked) private var arrivals = Arrivals()

  /// Makes a scheduler. `hop` is how long it takes to wake an idle main thread.
  public convenience init(hop: Duration = .zero) { self.init(hop: hop, phaseNanoseconds: 0) }

  /// Makes a scheduler whose simulation begins `phase` nanoseconds after a frame of 1/60 s.
  package init(hop: Duration, phaseNanoseconds phase: UInt64) {
    hopNanoseconds = hop.wholeNanoseconds
    startNanoseconds = Self.usualStartNanoseconds + phase
  }

  /// Runs `work` in a later pass of the main thread: the next one if the main thread is awake, else after a hop.
  public func onMain(_ work: @escaping @Sendable () -> Void) { postToMain(work) }

  /// Calls `done` with the times, in nanoseconds, at which this turn's ``turnDidEnd`` was called and returned. With
  /// `drawsInFrames`, calls it once the frame is painted.
  public func timeLayout(_ done: @escaping @Sendable (_ start: UInt64, _ end: UInt64) -> Void) {
    layoutTimers.append((spentNanoseconds, done))
  }

  /// With `drawsInFrames`, keeps `work` until `painted()`.
  public func afterPaint(_ work: @escaping @Sendable () -> Void) -> Bool {
    if drawsInFrames { unpainted.append(work) }
    return drawsInFrames
  }

  /// Called on the main thread when a frame has been painted.
  package func painted() {
    while let (spent, done) = layoutTimers.popLast() {
      done(nowNanoseconds - (spentNanoseconds - spent), nowNanoseconds)
    }
    let work = unpainted
    unpainted = []
    for work in work { work() }
  }

  /// Makes a timer that fires on the main thread.
  public func makeTimer() -> any UpdateTimer { VirtualTimer(self) }

  /// Sets the arrivals from other threads: `arrive(i)` runs off the main thread at `times[i]` nanoseconds. The times
  /// must ascend and must not have passed. They are not kept in the event heap, because there may be millions.
  public func setArrivals(_ times: [UInt64], _ arrive: @escaping (Int) -> Void) {
    arrivals = Arrivals(times: times, next: 0, arrive: arrive, nextTime: times.first ?? .max)
  }

  /// Runs `work` off the main thread at `time`, or at the current time if `time` has passed.
  public func at(_ time: Duration, _ work: @escaping () -> Void) {
    at(nanoseconds: time.wholeNanoseconds, work)
  }

  /// Posts `work` to the main thread at `time`.
  public func onMain(at time: Duration, _ work: @escaping () -> Void) {
    onMain(atNanoseconds: time.wholeNanoseconds, work)
  }

  /// Runs events until none is left or the next is after `limit`. The main thread, once woken, runs until it is idle,
  /// even past `limit`. Returns whether no event is left. If the call is made on the main actor, main-actor tasks
  /// cannot run meanwhile: if a handler or a loop waits for one, the first such call prints a warning.
  @discardableResult
  public func run(until limit: Duration? = nil) -> Bool {
    run(untilNanoseconds: limit?.wholeNanoseconds ?? .max)
  }

  package func at(nanoseconds time: UInt64, _ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    events.add(at: max(time, elapsedNanoseconds), .block(work))
  }

  fileprivate func set(_ timer: VirtualTimer.State, toNanoseconds deadline: UInt64) {
    timer.setting += 1
    let setting = timer.setting
    let time = max(firingTime(deadline), nowNanoseconds)
    if stepsLeft > 0, time < .max {
      events.add(at: time - startNanoseconds, .timer(timer, setting: setting))
    }
  }

  package func onMain(atNanoseconds time: UInt64, _ work: @escaping () -> Void) {
    at(nanoseconds: time) { [self] in postToMain(work) }
  }

  @discardableResult
  package func run(untilNanoseconds limit: UInt64) -> Bool {
    let wasRunning = isRunning
    isRunning = true
    defer {
      isRunning = wasRunning
      if turns.hasFlights, !hasSaidThatTasksWait {
        hasSaidThatTasksWait = true
        warn(
          "an asynchronous handler or a loop over 'deliveries' has begun and waits for its task, but tasks do not run "
            + "in virtual time. Test it with a synchronous handler, or without a VirtualScheduler.")
      }
    }
    while let time = nextTime {
      guard time <= limit else { return false }
      step(to: time)
    }
    return true
  }

  private var nextTime: UInt64? {
    let time = min(events.nextTime ?? .max, arrivals.nextTime)
    return time == .max ? nil : time
  }

  private func step(to time: UInt64) {
    guard takeStep() else { return }
    elapsedNanoseconds = time
    guard arrivals.nextTime > time else {
      let index = arrivals.next
      arrivals.next = index + 1
      arrivals.nextTime = index + 1 < arrivals.times.count ? arrivals.times[index + 1] : .max
      arrivals.arrive(index)
      return
    }
    switch events.popFirst()?.element {
    case nil: break
    case .block(let run): run()
    case .timer(let timer, let setting):
      if timer.setting == setting { postToMain(timer.handler) }
    }
  }

  private func takeStep() -> Bool {
    guard stepsLeft > 0 else {
      mainBlocks.removeAll()
      layoutTimers.removeAll()
      unpainted.removeAll()
      firstTurns.removeAll()
      lastTurns.removeAll()
      events = TimeHeap()
      arrivals = Arrivals()
      return false
    }
    stepsLeft -= 1
    return true
  }

  private func firingTime(_ deadline: UInt64) -> UInt64 {
    guard deadline != .max, let error = timerErrorNanoseconds?() else { return deadline }
    guard error < 0 else { return deadline.adding(orNever: UInt64(error)) }
    return deadline > nowNanoseconds + error.magnitude ? deadline - error.magnitude : deadline
  }
}

extension VirtualScheduler {
  /// Keeps the main thread busy for `time`, while the events of other threads run. Must be called on the main thread.
  public func spend(_ time: Duration) { spend(nanoseconds: time.wholeNanoseconds) }

  package func spend(nanoseconds: UInt64) {
    require(isMain, "spend(_:) must be called on the main thread.")
    let end = elapsedNanoseconds.adding(orNever: nanoseconds)
    spentNanoseconds &+= nanoseconds
    runOffMain(through: end)
    elapsedNanoseconds = end
  }

  /// Runs the blocks posted to the main thread so far inside the calling code, as when a handler shows an alert, which
  /// turns the run loop. Must be called on the main thread.
  public func turnRunLoop() {
    require(isMain, "turnRunLoop() must be called on the main thread.")
    runPass()
  }

  /// Runs the events up to time `end`, inclusive. Blocks that they post to an awake main thread wait in `mainBlocks`.
  private func runOffMain(through end: UInt64) {
    let (wasOnMain, wasRunning) = (isOnMain, isRunning)
    (isOnMain, isRunning) = (false, true)
    while let time = nextTime, time <= end { step(to: time) }
    (isOnMain, isRunning) = (wasOnMain, wasRunning)
  }

  package func postToMain(_ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    mainBlocks.append(Block(run: work))
    wakeMain()
  }

  /// Runs `work` on the main thread in a turn of its own, like a toolkit that paints a frame: before everything on the
  /// main thread's queue if `isFirst`, otherwise once the queue is empty.
  public func postTurn(isFirst: Bool, _ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    if isFirst { firstTurns.append(Block(run: work)) } else { lastTurns.append(Block(run: work)) }
    wakeMain()
  }

  private func wakeMain() {
    guard !isMainAwake else { return }
    isMainAwake = true
    mainWakeUps += 1
    events.add(at: elapsedNanoseconds + hop(after: fellAsleep), .block { [self] in runMain() })
  }

  /// How long it takes to wake a thread that has been idle since `time`, in nanoseconds since the simulation began; nil
  /// if it has not worked yet.
  package func hop(after time: UInt64?) -> UInt64 {
    guard let warm = loopCosts.warmHop, let time, elapsedNanoseconds - time < 200_000 else {
      return hopNanoseconds
    }
    return warm
  }

  private func runMain() {
    repeat {
      isOnMain = true
      if let turn = nextTurn() {
        turn.run()
      } else {
        runPass()
        if loopCosts.pass > 0 { spend(nanoseconds: loopCosts.pass) }
      }
      let blocksEnd = nowNanoseconds
      turnDidEnd?()
      while !drawsInFrames, let timer = layoutTimers.popLast() {
        timer.done(blocksEnd, nowNanoseconds)
      }
      isOnMain = false
      runOffMain(through: elapsedNanoseconds)
    } while !mainBlocks.isEmpty || !firstTurns.isEmpty || !lastTurns.isEmpty
    isMainAwake = false
    fellAsleep = elapsedNanoseconds
  }

  private func nextTurn() -> Block? {
    if let first = firstTurns.popFirst() { return takeStep() ? first : nil }
    guard mainBlocks.isEmpty, !lastTurns.isEmpty else { return nil }
    // Blocks that arrive while the loop looks for work run first.
    if loopCosts.idle > 0 { spend(nanoseconds: loopCosts.idle) }
    guard mainBlocks.isEmpty, let last = lastTurns.popFirst() else { return nil }
    return takeStep() ? last : nil
  }

  /// Runs the blocks that are waiting now. A block that turns the run loop may itself run some of them.
  private func runPass() {
    for _ in 0..<mainBlocks.count {
      guard takeStep() else { return }
      mainBlocks.popFirst()?.run()
    }
  }
}

private struct Arrivals {
  var times: [UInt64] = []
  var next = 0
  var arrive: (Int) -> Void = { _ in }
  var nextTime: UInt64 = .max
}

/// Wraps a closure, because a generic container would allocate another closure around a bare one.
private struct Block {
  let run: () -> Void
}

private enum Event {
  case block(() -> Void)
  case timer(VirtualTimer.State, setting: UInt64)
}

private final class VirtualTimer: UpdateTimer, @unchecked Sendable {
  // `@unchecked` is safe, because a timer is used only on its scheduler's thread.
  private unowned let scheduler: VirtualScheduler
  private let state = State()

  /// Events hold this object, not the timer, so that a released timer is freed and its events do nothing.
  final class State {
    @exclusivity(unchecked) var handler: @Sendable () -> Void = {}
    /// The number of the last setting; the events of earlier settings do nothing.
    @exclusivity(unchecked) var setting: UInt64 = 0
  }

  init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

  deinit {
    disarm()
    // Events that remain must not retain what the handler has captured.
    state.handler = {}
  }

  func setHandler(_ handler: @escaping @Sendable () -> Void) { state.handler = handler }

  func schedule(deadlineNanoseconds: UInt64) {
    scheduler.set(state, toNanoseconds: deadlineNanoseconds)
  }

  func disarm() { state.setting += 1 }
}
