/// Coalescers of views that share main: one budget, one plan, everybody served in turn.
///
/// Each member's own policy says when its view is due; the group's policy says when the next due view
/// is served, one a turn of the run loop, the one first that has been due longest. So a
/// ``BudgetPolicy`` of 25 % means 25 % of main for all of them, and views that are due at once do not
/// make each other wait for one common layout commit.
///
///     let lists = CoalescerGroup(.budget(share: 0.25))
///     let files = Coalescer<UpdateCount>(.nextPass, in: lists)
///     let tags = Coalescer<UpdateCount>(.nextPass, in: lists)
///
/// What was submitted with a bound of its own comes when that says, whatever the group's policy does.
/// ``Coalescer/flush()`` delivers at once, beside the group. Nothing is delivered inside `submit`,
/// whatever a member's policy says.
///
/// Price: one more hop to main for each delivery.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  private struct Member { weak var engine: DeliveryEngine? }

  private let pacer: Coalescer<UpdateCount>

  /// Makes a group.
  /// - Parameters:
  ///   - policy: when the next due view is served.
  ///   - scheduler: where time and main come from; the members' too.
  public init(
    _ policy: some DeliveryPolicy = .nextPass, scheduler: any UpdateScheduler = DispatchScheduler.main
  ) {
    pacer = Coalescer(policy, scheduler: scheduler)
    pacer.deliver { [queue, weak pacer] _ in
      if Self.serveNext(queue) { pacer?.submit(.one) }
    }
  }

  private let queue = Locked<[Member]>([])

  /// Gives the group's policy other settings, as ``Coalescer/setPolicy(_:)`` does.
  public func setPolicy(_ policy: some DeliveryPolicy) { pacer.setPolicy(policy) }

  /// Takes a place for a member that is due. Whoever has a bound goes ahead of all.
  func enqueue(_ engine: DeliveryEngine, within bound: UInt64?) {
    queue.withLock { queue in
      guard bound != nil else { return queue.append(Member(engine: engine)) }
      queue.removeAll { $0.engine === engine }
      queue.insert(Member(engine: engine), at: 0)
    }
    guard let bound else { return pacer.submit(.one) }
    pacer.submit(.one, within: .nanoseconds(Int64(clamping: bound)))
  }

  /// Serves the first that has something to deliver. Answers whether others wait.
  private static func serveNext(_ queue: Locked<[Member]>) -> Bool {
    while let member = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      if member.engine?.look(.hop) ?? false { break }
    }
    return queue.withLock { !$0.isEmpty }
  }
}
