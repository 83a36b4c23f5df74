/// Views that share the main thread: their coalescers take turns, under one policy.
///
/// Each member's own policy says when its view is due. The group's policy says when the next due
/// view is served: one in each turn of the run loop, and first the one that has been due longest.
/// So a ``BudgetPolicy`` of 25 % means 25 % of the main thread for all of them together. Views that
/// are due at the same time do not wait for one common layout commit.
///
///     let lists = CoalescerGroup(.budget(share: 0.25))
///     let files = Coalescer<UpdateCount>(.nextPass, in: lists)
///     let tags = Coalescer<UpdateCount>(.nextPass, in: lists)
///
/// An update with a bound of its own (``Coalescer/submit(_:within:)``) comes within that bound,
/// whatever the group's policy says. ``Coalescer/flush()`` delivers at once, without the group.
/// Nothing is delivered inside `submit`, whatever a member's policy says.
///
/// Drawback: one more hop to the main thread for each delivery.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  private struct Member {
    /// Compared instead of the engine, which may end where it is loaded, and what ends may call
    /// out; so nothing is loaded under the lock.
    let id: ObjectIdentifier
    weak var engine: DeliveryEngine?
    /// When it has to be served whatever the group's policy says; `.max` for no such time.
    var deadline = UInt64.max
  }

  private let pacer: Coalescer<UpdateCount>
  private let scheduler: any UpdateScheduler
  private let queue = Locked<[Member]>([])

  /// Makes a group.
  /// - Parameters:
  ///   - policy: decides when the next due view is served.
  ///   - scheduler: provides time and the main thread; give the members the same.
  public init(
    _ policy: some DeliveryPolicy = .nextPass,
    scheduler: any UpdateScheduler = DispatchScheduler.main
  ) {
    self.scheduler = scheduler
    pacer = Coalescer(pacing: policy, scheduler: scheduler)
    pacer.deliver { [queue, scheduler, weak pacer] _ in
      Self.serveNext(queue, at: scheduler.nowNanoseconds)
      // Those that are left keep their deadlines.
      if let earliest = queue.withLock({ $0.map(\.deadline).min() }) {
        Self.ask(pacer, by: earliest, at: scheduler.nowNanoseconds)
      }
    }
  }

  /// Changes the group's policy or its settings, as ``Coalescer/setPolicy(_:)`` does.
  public func setPolicy(_ policy: some DeliveryPolicy) { pacer.setPolicy(policy) }

  /// Takes a place for a member that is due, or moves its deadline where it has one.
  func enqueue(_ engine: DeliveryEngine, by deadline: UInt64) {
    let id = ObjectIdentifier(engine)
    queue.withLock { queue in
      guard let place = queue.firstIndex(where: { $0.id == id }) else {
        return queue.append(Member(id: id, engine: engine, deadline: deadline))
      }
      // The identity may be that of one that has ended.
      queue[place].engine = engine
      queue[place].deadline = min(queue[place].deadline, deadline)
    }
    Self.ask(pacer, by: deadline, at: scheduler.nowNanoseconds)
  }

  private static func ask(_ pacer: Coalescer<UpdateCount>?, by deadline: UInt64, at now: UInt64) {
    guard let pacer else { return }
    guard deadline < .max else { return pacer.submit(.one) }
    pacer.submit(.one, within: .nanoseconds(Int64(clamping: deadline - min(now, deadline))))
  }

  /// Serves the member whose deadline has come, else the first, of those that have something to deliver.
  private static func serveNext(_ queue: Locked<[Member]>, at now: UInt64) {
    while true {
      let next: Member? = queue.withLock { queue in
        let urgent = queue.indices.min { queue[$0].deadline < queue[$1].deadline }
        guard let urgent else { return nil }
        return queue.remove(at: queue[urgent].deadline <= now ? urgent : 0)
      }
      guard let next else { return }
      if next.engine?.look(.hop) ?? false { return }
    }
  }
}
