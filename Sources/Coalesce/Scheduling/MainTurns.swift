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
    fileprivate let isPacer: Bool
    let recorder: DeliveryRecording?
    let start: UInt64, end: UInt64
    /// Whether an earlier layout commit began before the handler ended.
    fileprivate var isLate = false

    init(
      own: DeliveryEngine.Reference?, number: Int, isPacer: Bool, recorder: DeliveryRecording?,
      start: UInt64, end: UInt64
    ) {
      (self.own, self.number, self.isPacer, self.recorder) = (own, number, isPacer, recorder)
      (self.start, self.end) = (start, end)
    }
  }

  /// A turn with deliveries, from the end of its first delivery until its layout commit is over.
  struct Turn: Sendable {
    /// The layout commit, which starts when the turn's blocks have run; nil if it was not timed.
    fileprivate var layout: (start: UInt64, end: UInt64)?
    fileprivate var usual: UInt64
    fileprivate var ended: [Delivery] = []

    fileprivate init(usual: UInt64) { self.usual = usual }

    /// A delivery's share of the layout commit; nil if the commit was not timed, or if the handler ran the run loop.
    func layoutNanoseconds(handlerEnd time: UInt64) -> UInt64? {
      guard let layout, time <= layout.start, layout.start <= layout.end else { return nil }
      return share(layout.end - layout.start)
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
      let inTime = ended.count { $0.end <= layout.start }
      var late: [Delivery] = []
      for delivery in ended {
        guard let recorder = delivery.recorder else { continue }
        if delivery.end <= layout.start {
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
    scheduler.timeLayout { [turn] start, end in
      turn.withLock { turn in
        turn.current?.layout = (start, end)
        turn.usual = end - min(start, end)
      }
    }
    // Posted after `timeLayout` is called, so that a block in which the scheduler reports the times runs first.
    scheduler.onMain { [self] in self.end(on: scheduler) }
  }

  private func end(on scheduler: any UpdateScheduler) {
    var over: Turn?
    turn.withLock { swap(&$0.current, &over) }
    guard let over else { return }
    let late = over.record()
    for delivery in over.ended { delivery.own?.engine?.settle(delivery.number, over) }
    // Made in this pass, whose layout commit is still to come.
    for var delivery in late {
      (delivery.own, delivery.isLate) = (nil, true)
      deliveryEnded(on: scheduler, delivery)
    }
  }
}
