public import Coalesce

/// A scheduler whose time is computed: a discrete-event simulation of one main thread, its run
/// loop, timers, signals and serial queues. Nothing sleeps and every run is bit-identical.
///
/// Events happen in the order of (time, sequence). Waking an idle main or an idle queue costs a
/// stated hop; a busy main takes up in its next pass what was posted meanwhile. One pass runs the
/// blocks that were waiting when it began, then ``turnDidEnd``, as one turn of a run loop does.
/// Time passes in two ways only: between events, and where main says that it works (``spend(_:)``),
/// during which everything that is not main goes on.
///
/// Thread safety: none; one simulation belongs to one thread.
public final class VirtualScheduler: UpdateScheduler, @unchecked Sendable {
  // Proof of `@unchecked`: the protocol asks for Sendable, yet every call comes from the thread
  // that runs the simulation, as the documentation demands; no queue or thread is ever started.

  /// The virtual time, in nanoseconds since the simulation's start.
  @exclusivity(unchecked) public internal(set) var nowNanoseconds: UInt64 = 0

  /// Whether the code that runs now is main's.
  @exclusivity(unchecked) public internal(set) var isMain = false

  /// Counts the deliveries on this main.
  public let deliveries = DeliveryCounter()

  /// What waking an idle main or an idle queue costs, in nanoseconds.
  public let hopNanoseconds: UInt64

  /// How often main was woken from idleness.
  @exclusivity(unchecked) public internal(set) var mainWakeUps = 0

  /// How often an idle serial queue was woken.
  @exclusivity(unchecked) public internal(set) var queueWakeUps = 0

  /// How many events and blocks may still happen. At 0 everything that waits is forgotten and
  /// nothing more is accepted, so that a simulation without an end has one.
  @exclusivity(unchecked) public var stepsLeft = Int.max

  /// Answers by how many nanoseconds the timer that is being set will be late; negative for early,
  /// which only a timer is whose deadline is further away than that. Without it all are on time.
  public var timerErrorNanoseconds: (() -> Int64)?

  /// Runs on main at the end of each turn: the layout commit.
  public var turnDidEnd: (() -> Void)?

  // Unchecked exclusivity, here and above: one thread, no access lasts over a call out, and the
  // checks were a fifth of a simulation's time.
  @exclusivity(unchecked) var events = TimeHeap<() -> Void>()
  @exclusivity(unchecked) var mainBlocks = FIFO<() -> Void>()
  @exclusivity(unchecked) var firstTurns = FIFO<() -> Void>()
  @exclusivity(unchecked) var lastTurns = FIFO<() -> Void>()
  @exclusivity(unchecked) var isMainAwake = false
  @exclusivity(unchecked) var arrivals = Arrivals()

  /// - Parameter hop: what waking an idle main or queue costs; the default is what this project's
  ///   own runs on Linux saw.
  public init(hop: Duration = .microseconds(50)) {
    hopNanoseconds = hop.wholeNanoseconds
  }

  /// Runs `work` on main in a pass of its own making: at once if main is awake, else after a hop.
  public func onMain(_ work: @escaping @Sendable () -> Void) { postToMain(work) }

  /// Makes a timer that fires on main.
  public func makeTimer() -> any UpdateTimer { VirtualTimer(self) }

  /// Makes a model of a dispatch source.
  public func makeSignal(_ kind: SignalKind) -> any UpdateSignal { VirtualSignal(kind, self) }

  /// Makes a serial queue.
  public func makeQueue(label: String) -> any UpdateQueue { VirtualQueue(self) }

  /// Sets the arrivals from outside main: `arrive(i)` runs off main at `times[i]`.
  ///
  /// They stay an array beside the event heap, for a workload is millions of them. Times are in
  /// nanoseconds, ascending, none in the past.
  public func setArrivals(_ times: [UInt64], _ arrive: @escaping (Int) -> Void) {
    arrivals = Arrivals(times: times, next: 0, arrive: arrive, nextTime: times.first ?? .max)
  }

  /// Runs `work` off main at `time`, or now if that is past.
  public func at(nanoseconds time: UInt64, _ work: @escaping () -> Void) {
    guard stepsLeft > 0 else { return }
    events.add(at: max(time, nowNanoseconds), work)
  }

  /// Posts `work` to main at `time`.
  public func onMain(atNanoseconds time: UInt64, _ work: @escaping () -> Void) {
    at(nanoseconds: time) { [self] in postToMain(work) }
  }

  /// Runs until nothing is left to happen, or until `limit`.
  ///
  /// A turn that began before the limit is finished. Answers whether everything had happened.
  @discardableResult
  public func run(untilNanoseconds limit: UInt64 = .max) -> Bool {
    while let time = nextTime {
      guard time <= limit else { return false }
      step(to: time)
    }
    return true
  }

  var nextTime: UInt64? {
    let eventTime = events.nextTime ?? .max
    let time = min(eventTime, arrivals.nextTime)
    return time == .max ? nil : time
  }

  func step(to time: UInt64) {
    guard takeStep() else { return }
    nowNanoseconds = time
    guard arrivals.nextTime > time else {
      let index = arrivals.next
      arrivals.next = index + 1
      arrivals.nextTime = index + 1 < arrivals.times.count ? arrivals.times[index + 1] : .max
      arrivals.arrive(index)
      return
    }
    events.popFirst()?.element()
  }

  func takeStep() -> Bool {
    guard stepsLeft > 0 else {
      mainBlocks.removeAll()
      firstTurns.removeAll()
      lastTurns.removeAll()
      events = TimeHeap()
      arrivals = Arrivals()
      return false
    }
    stepsLeft -= 1
    return true
  }

  /// When a timer fires that is set for `deadline`.
  func firingTime(_ deadline: UInt64) -> UInt64 {
    guard deadline != .max, let error = timerErrorNanoseconds?() else { return deadline }
    guard error < 0 else { return deadline + UInt64(error) }
    return deadline > nowNanoseconds + error.magnitude ? deadline - error.magnitude : deadline
  }
}
