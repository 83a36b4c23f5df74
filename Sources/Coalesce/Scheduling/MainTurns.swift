/// The turns of one main thread that have deliveries. Reports the deliveries' shares of layout commits to coalescers.
///
/// Thread safety: every member may be used from any thread.
public final class MainTurns: Sendable {
  /// A delivery whose handler has ended.
  struct Delivery: Sendable {
    /// The coalescer that learns the layout commit's time; nil if none does.
    fileprivate(set) var own: DeliveryEngine.Reference?
    let number: Int
    /// Whether this is a group's own delivery, in which a member is served.
    let isPacer: Bool
    let recorder: DeliveryRecording?
    let start: UInt64, end: UInt64
    /// Whether an earlier layout commit began before the handler ended.
    var isLate = false
  }

  /// A turn with deliveries, from the end of its first delivery until its layout commit is over; where a toolkit draws in
  /// frames, all turns until the frame is painted.
  struct Turn: Sendable {
    /// The layout commit, which starts when the turn's blocks have run; nil if it was not timed.
    fileprivate var layout: (start: UInt64, end: UInt64)?
    fileprivate var usual: UInt64
    /// Whether the layout lasts until a frame is painted, and so includes later handlers.
    fileprivate var waitsForPaint = false
    fileprivate var ended: [Delivery] = []

    fileprivate init(usual: UInt64) { self.usual = usual }

    /// A delivery's share of the layout commit; nil if the commit was not timed, or if the handler ran the run loop.
    func layoutNanoseconds(handlerEnd time: UInt64) -> UInt64? {
      guard let layout, layout.start <= layout.end, isLaidOut(time, layout) else { return nil }
      let whole = layout.end - layout.start
      guard waitsForPaint else { return share(whole) }
      return share(whole - min(whole, ended.dropFirst().reduce(0) { $0 + ($1.end - $1.start) }))
    }

    private func isLaidOut(_ end: UInt64, _ layout: (start: UInt64, end: UInt64)) -> Bool {
      end <= (waitsForPaint ? layout.end : layout.start)
    }

    /// A delivery's share of the last timed layout commit, for a turn whose own commit was not timed.
    var usualNanoseconds: UInt64 { share(usual) }

    /// Deliveries that are only recorded have no share, so that recording changes no delivery. A group's own delivery
    /// has none if it contains a member's timed delivery.
    private func share(_ whole: UInt64) -> UInt64 {
      let sharers = ended.count { one in
        guard one.isPacer else { return one.own != nil }
        return !ended.contains {
          !$0.isPacer && $0.own != nil && one.start <= $0.start && $0.end <= one.end
        }
      }
      return whole / UInt64(max(1, sharers))
    }

    /// Records the layout commit. Returns the deliveries that ended too late for it.
    fileprivate func record() -> [Delivery] {
      guard let layout, layout.start <= layout.end else { return [] }
      let inTime = ended.count { isLaidOut($0.end, layout) }
      var late: [Delivery] = []
      for delivery in ended {
        guard let recorder = delivery.recorder else { continue }
        if isLaidOut(delivery.end, layout) {
          recorder.laidOut(
            delivery.start, from: layout.start, until: layout.end, sharers: inTime)
        } else if !delivery.isLate {
          late.append(delivery)
        }
      }
      return late
    }
  }

  private let turn = Locked<(current: Turn?, usual: UInt64)>((nil, 0))
  /// Ends a turn if the toolkit draws nothing for 100 ms, as while the display sleeps.
  private let unpainted = Locked(Unpainted())

  private struct Unpainted {
    var timer: (any UpdateTimer)?
    /// Whether the scheduler still has a block to call when a frame is painted.
    var isAsked = false
    /// The scheduler whose frame is awaited, and until when; nil if no frame is awaited.
    var awaited: (scheduler: any UpdateScheduler, deadline: UInt64)?
    /// Whether the first deadline has passed, so that `awaited` has the last one.
    var isLate = false
  }

  /// How long to wait for a frame: 70 ms, then another 30 ms once the main thread is free from work ahead of it.
  private static let (longestQueue, longestFrame) = (70_000_000 as UInt64, 30_000_000 as UInt64)

  private let shared = Locked(Weak<CoalescerGroup>())

  /// Deliveries whose handlers continue in tasks. `each` grows by the CPU time that the main thread uses, divided among
  /// those in flight, so a handler's share is the growth of `each` while it is in flight.
  private let flights = Locked<(count: Int, each: UInt64, since: ThreadTime?)>((0, 0, nil))

  /// Whether a handler that continues in a task, or a loop, has begun and not ended.
  package var hasFlights: Bool { flights.withLock { $0.count > 0 } }

  /// Called on the main thread when a handler continues in a task; returns what ``endFlight(_:)`` needs.
  func beginFlight() -> UInt64 {
    flights.withLock { flights in
      Self.divide(&flights)
      flights.count += 1
      return flights.each
    }
  }

  /// Returns the main-thread CPU time charged to a handler: all that was used since `began`, split evenly among the
  /// handlers in flight. When called on another thread, misses the time since the last call on the main thread.
  func endFlight(_ began: UInt64) -> UInt64 {
    flights.withLock { flights in
      Self.divide(&flights)
      flights.count -= 1
      return flights.each - began
    }
  }

  private static func divide(_ flights: inout (count: Int, each: UInt64, since: ThreadTime?)) {
    guard flights.count > 0, let since = flights.since else { return flights.since = .now }
    // Another thread has a CPU clock of its own.
    guard let used = since.elapsed else { return }
    flights.each += used / UInt64(flights.count)
    flights.since = .now
  }

  /// Makes an object for one main thread.
  public init() {}

  /// Returns the group of all coalescers with the default pace, which together get half of the main thread's time.
  func sharedGroup(_ scheduler: any UpdateScheduler) -> CoalescerGroup {
    if let group = shared.withLock({ $0.object }) { return group }
    let new = CoalescerGroup(.adaptive, scheduler: scheduler)
    return shared.withLock { shared in
      if let group = shared.object { return group }
      shared.object = new
      return new
    }
  }

  /// Called when the handler of a delivery that is timed or recorded has returned. Calls the engine on the main thread,
  /// after the layout commit.
  func deliveryEnded(on scheduler: any UpdateScheduler, _ delivery: Delivery) {
    let isFirst = turn.withLock { turn in
      turn.current = turn.current ?? Turn(usual: turn.usual)
      turn.current?.ended.append(delivery)
      return turn.current?.ended.count == 1
    }
    guard isFirst else { return }
    if unpainted.withLock({ $0.isAsked }) { return awaitPaint(on: scheduler) }
    scheduler.timeLayout { [turn] start, end in
      turn.withLock { turn in
        turn.current?.layout = (start, end)
        turn.usual = end - min(start, end)
      }
    }
    // Called after `timeLayout`, so that a block in which the scheduler reports the times runs first.
    let isAsked = scheduler.afterPaint { [self] in
      unpainted.withLock { $0.isAsked = false }
      end(on: scheduler)
    }
    guard isAsked else { return scheduler.onMain { [self] in end(on: scheduler) } }
    unpainted.withLock { $0.isAsked = true }
    awaitPaint(on: scheduler)
  }

  private func awaitPaint(on scheduler: any UpdateScheduler) {
    turn.withLock { $0.current?.waitsForPaint = true }
    let deadline = scheduler.nowNanoseconds.adding(orNever: Self.longestQueue)
    let timer = unpainted.withLock { state in
      (state.awaited, state.isLate) = ((scheduler, deadline), false)
      return state.timer
    }
    if let timer { return timer.schedule(deadlineNanoseconds: deadline) }
    let new = scheduler.makeTimer()
    new.setHandler { [weak self] in self?.paintIsLate() }
    unpainted.withLock { $0.timer = new }
    new.schedule(deadlineNanoseconds: deadline)
  }

  private func paintIsLate() {
    let (next, scheduler) = unpainted.withLock { state -> (UInt64?, (any UpdateScheduler)?) in
      guard let (scheduler, deadline) = state.awaited else { return (nil, nil) }
      let now = scheduler.nowNanoseconds
      guard now >= deadline else { return (deadline, nil) }
      guard !state.isLate else { return (nil, scheduler) }
      let last = now.adding(orNever: Self.longestFrame)
      (state.awaited, state.isLate) = ((scheduler, last), true)
      return (last, nil)
    }
    if let next { unpainted.withLock { $0.timer }?.schedule(deadlineNanoseconds: next) }
    if let scheduler { end(on: scheduler) }
  }

  private func end(on scheduler: any UpdateScheduler) {
    var over: Turn?
    turn.withLock { swap(&$0.current, &over) }
    guard let over else { return }
    if over.waitsForPaint {
      unpainted.withLock { state in
        state.awaited = nil
        return state.timer
      }?.disarm()
    }
    let late = over.record()
    for delivery in over.ended { delivery.own?.engine?.settle(delivery.number, over) }
    // These were made in this pass, whose layout commit is still to come.
    for var delivery in late {
      (delivery.own, delivery.isLate) = (nil, true)
      deliveryEnded(on: scheduler, delivery)
    }
  }
}
