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
/// An update with a bound of its own (`submit(_:within:)`) comes within that bound,
/// whatever the group's policy says. ``Coalescer/flush()`` delivers at once, without the group.
/// Nothing is delivered inside `submit`, whatever a member's policy says.
///
/// Drawback: one more hop to the main thread for each delivery.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  private struct Member {
    weak var engine: DeliveryEngine?
    /// Its place in line.
    let place: UInt64
    /// When it has to be served whatever the group's policy says; `.max` for no such time.
    var deadline = UInt64.max
  }

  /// Who waits for a turn. A member is compared by its identity, for an engine may end where it is
  /// loaded, and what ends may call out; so nothing is loaded under the lock.
  private struct Line {
    private var members: [ObjectIdentifier: Member] = [:]
    private var places = FIFO<(id: ObjectIdentifier, place: UInt64)>()
    private var deadlines = TimeHeap<(id: ObjectIdentifier, place: UInt64)>()
    private var nextPlace: UInt64 = 0
    private var wasUrgent = false

    mutating func add(_ engine: DeliveryEngine, by deadline: UInt64) {
      let id = ObjectIdentifier(engine)
      var member =
        members[id]
        ?? {
          defer { nextPlace += 1 }
          places.append((id, nextPlace))
          return Member(place: nextPlace)
        }()
      // The identity may be that of one that has ended.
      member.engine = engine
      if deadline < member.deadline {
        member.deadline = deadline
        deadlines.add(at: deadline, (id, member.place))
      }
      members[id] = member
    }

    /// Takes out whose deadline has come, else the first in line, and after one of those the first in
    /// any case: one that is always urgent holds nobody up.
    mutating func next(at now: UInt64) -> Member? {
      let urgent = wasUrgent ? nil : firstUrgent(at: now)
      wasUrgent = urgent != nil
      if let urgent { return members.removeValue(forKey: urgent) }
      while let first = places.popFirst() {
        guard members[first.id]?.place == first.place else { continue }
        return members.removeValue(forKey: first.id)
      }
      return nil
    }

    private mutating func firstUrgent(at now: UInt64) -> ObjectIdentifier? {
      guard let earliest, earliest <= now else { return nil }
      return deadlines.popFirst()?.element.id
    }

    /// The earliest deadline of all, `.max` where nobody has one; nil where nobody waits.
    var earliestOfAll: UInt64? {
      mutating get { members.isEmpty ? nil : earliest ?? .max }
    }

    private var earliest: UInt64? {
      mutating get {
        while let first = deadlines.first {
          if members[first.element.id]?.place == first.element.place { return first.time }
          _ = deadlines.popFirst()
        }
        return nil
      }
    }
  }

  private let pacer: Coalescer<UpdateCount>
  private let scheduler: any UpdateScheduler
  private let line = Locked(Line())

  /// Makes a group.
  /// - Parameters:
  ///   - pace: decides when the next due view is served.
  ///   - scheduler: provides time and the main thread; give the members the same.
  public init(
    _ pace: Pace = .nextPass, scheduler: any UpdateScheduler = DispatchScheduler.main
  ) {
    self.scheduler = scheduler
    pacer = Coalescer(pacing: pace, scheduler: scheduler)
    pacer.handle { [line, scheduler, weak pacer] (_: UpdateCount) in
      Self.serveNext(line, at: scheduler.nowNanoseconds)
      // Those that are left keep their deadlines.
      if let earliest = line.withLock({ $0.earliestOfAll }) {
        Self.ask(pacer, by: earliest, at: scheduler.nowNanoseconds)
      }
    }
  }

  /// The main thread of the group, and of all its members.
  var turns: MainTurns { scheduler.turns }

  /// Changes the group's pace or its settings, as ``Coalescer/setPace(_:)`` does.
  public func setPace(_ pace: Pace) { pacer.setPace(pace) }

  /// Stops all members' turns, as ``Coalescer/pause(for:atMost:)`` does; ``Coalescer/flush()`` of a
  /// member still delivers.
  public func pause(for reason: String = "", atMost longest: Duration? = nil) {
    pacer.pause(for: reason, atMost: longest)
  }

  /// Ends a pause, as ``Coalescer/resume(from:)`` does.
  public func resume(from reason: String = "") { pacer.resume(from: reason) }

  /// Takes a place for a member that is due, or moves its deadline where it has one.
  func enqueue(_ engine: DeliveryEngine, by deadline: UInt64) {
    line.withLock { $0.add(engine, by: deadline) }
    Self.ask(pacer, by: deadline, at: scheduler.nowNanoseconds)
  }

  /// A member's asynchronous handler or consumer is done: only now is it known what its turn took.
  func bill(_ timing: DeliveryTiming) { pacer.engine.bill(timing) }

  private static func ask(_ pacer: Coalescer<UpdateCount>?, by deadline: UInt64, at now: UInt64) {
    guard let pacer else { return }
    guard deadline < .max else { return pacer.submit(.one) }
    pacer.submit(.one, within: .nanoseconds(Int64(clamping: deadline - min(now, deadline))))
  }

  /// Serves the next of those that have something to deliver.
  private static func serveNext(_ line: Locked<Line>, at now: UInt64) {
    while let next = line.withLock({ $0.next(at: now) }) {
      if next.engine?.look(.hop) ?? false { return }
    }
  }
}
