/// Views that share the main thread: their coalescers take turns under one policy.
///
/// Each member's own policy says when its view is due. The group's policy says when the next due view is served: one in
/// each turn of the run loop, in the order in which they became due. So a ``Pace/budget(share:maximumWait:)`` of 25 %
/// means 25 % of the main thread for all views together.
///
///     let lists = CoalescerGroup(.budget(share: 0.25))
///     let files = Coalescer<UpdateCount>(.nextPass, in: lists)
///     let tags = Coalescer<UpdateCount>(.nextPass, in: lists)
///
/// An update with a bound (`submit(_:within:)`) is delivered within that bound, outside the turns: neither the group's
/// policy nor its pauses delay it, and the delivery's cost is not counted. ``Coalescer/flush()`` needs no turn either.
///
/// Drawback: each delivery takes an additional dispatch to the main thread.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  private let pacer: Coalescer<UpdateCount>
  /// Members that wait for a turn, each listed once. The weak references are loaded outside the lock, because a load
  /// may end up releasing an engine, whose deinit runs other code.
  private let queue = Locked(FIFO<DeliveryEngine.Reference>())

  /// Makes a group that serves views at `pace`. Pass the same `scheduler` to each member; nil means the main thread.
  public init(
    _ pace: Pace = .nextPass, scheduler: (any UpdateScheduler)? = nil
  ) {
    let scheduler = scheduler ?? DispatchScheduler.main
    pacer = Coalescer(pacing: pace, scheduler: scheduler)
    turns = scheduler.turns
    pacer.handle { [queue, weak pacer] (_: UpdateCount) in
      // A member that joins the queue meanwhile waits for the next turn.
      for _ in 0..<queue.withLock({ $0.count }) {
        if queue.withLock({ $0.popFirst() })?.engine?.deliverIfDue(.turn) ?? false { break }
      }
      if !queue.withLock({ $0.isEmpty }) { pacer?.submit(.one) }
    }
  }

  let turns: MainTurns

  package func setPace(_ pace: Pace) { pacer.setPace(pace) }

  /// Pauses all members' turns, like ``Coalescer/pause(atMost:)``. Does not affect bounds or ``Coalescer/flush()``.
  public func pause(atMost longest: Duration? = nil) -> DeliveryPause {
    pacer.pause(atMost: longest)
  }

  func enqueue(_ engine: DeliveryEngine) {
    queue.withLock { $0.append(engine.own) }
    pacer.submit(.one)
  }

  /// Reports to the group's policy the cost of a delivery whose handler or loop continued after its turn.
  func charge(_ timing: DeliveryTiming) { pacer.engine.charge(timing) }
}
