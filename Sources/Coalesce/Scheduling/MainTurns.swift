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
    /// Whether the layout is what was done until a frame was painted, later handlers included.
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

    /// What is only recorded has no share, so that recording changes no delivery. A group's share is that of its member,
    /// if that is timed, too.
    private func share(_ whole: UInt64) -> UInt64 {
      let sharers = ended.count { one in
        guard one.isPacer else { return one.own != nil }
        return !ended.contains {
          !$0.isPacer && $0.own != nil && one.start <= $0.start && $0.end <= one.end
        }
      }
      return whole / UInt64(max(1, sharers))
    }

    /// Records the layout commit. Returns the deliveries that it was too early for.
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
  /// Ends a turn of a toolkit that has drawn nothing for 100 ms, as while the display sleeps.
  private let unpainted = Locked(Unpainted())

  private struct Unpainted {
    var timer: (any UpdateTimer)?
    /// Whether the scheduler still has a block to call when a frame is painted.
    var isAsked = false
    /// The scheduler whose frame is awaited, and until when; nil if none is.
    var awaited: (scheduler: any UpdateScheduler, deadline: UInt64)?
    /// Whether the main thread has been free for a frame since the deadline.
    var isLate = false
  }

  /// Work that is ahead of a frame may last longer than 70 ms; once the main thread is free, a frame has 30 ms.
  private static let (longestQueue, longestFrame) = (70_000_000 as UInt64, 30_000_000 as UInt64)

  private let shared = Locked(Weak<CoalescerGroup>())

  /// Deliveries whose handlers continue in tasks. `each` grows by the CPU time that the main thread uses, divided among
  /// those in flight, so what one of them takes is how much `each` grows meanwhile.
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

  /// Returns the CPU time of the main thread that a handler took at most. Called where its task ends: if that is
  /// another thread, the time since the main thread's last call is missing.
  func endFlight(_ began: UInt64) -> UInt64 {
    flights.withLock { flights in
      Self.divide(&flights)
      flights.count -= 1
      return flights.each - began
    }
  }

  private static func divide(_ flights: inout (count: Int, each: UInt64, since: ThreadTime?)) {
    guard flights.count > 0, let since = flights.since else { return flights.since = .now }
    // On another thread, the clock is another one.
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
    // Asked after `timeLayout`, so that a block in which the scheduler reports the times runs first.
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
    // Made in this pass, whose layout commit is still to come.
    for var delivery in late {
      (delivery.own, delivery.isLate) = (nil, true)
      deliveryEnded(on: scheduler, delivery)
    }
  }
}
