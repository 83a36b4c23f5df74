/// The turns of one main thread that have deliveries. Reports the deliveries' shares of layout commits to coalescers.
///
/// Thread safety: every member may be used from any thread.
public final class MainTurns: Sendable {
  /// A turn with deliveries, from the end of its first delivery until its layout commit is over.
  struct Turn: Sendable {
    /// The layout commit, which starts when the turn's blocks have run; nil if it was not timed.
    fileprivate var layout: (start: UInt64, end: UInt64)?
    fileprivate var usual: UInt64
    fileprivate var ended: [(own: DeliveryEngine.Reference, delivery: Int)] = []

    fileprivate init(usual: UInt64) { self.usual = usual }

    /// A delivery's share of the layout commit; nil if the commit was not timed, or if the handler ran the run loop.
    func layoutNanoseconds(handlerEnd time: UInt64) -> UInt64? {
      guard let layout, time <= layout.start, layout.start <= layout.end else { return nil }
      return share(layout.end - layout.start)
    }

    /// A delivery's share of the last timed layout commit, for a turn whose own commit was not timed.
    var usualNanoseconds: UInt64 { share(usual) }

    private func share(_ whole: UInt64) -> UInt64 { whole / UInt64(max(1, ended.count)) }
  }

  private let turn = Locked<(current: Turn?, usual: UInt64)>((nil, 0))

  private let shared = Locked(Weak<CoalescerGroup>())

  /// Makes an object for one main thread.
  public init() {}

  /// Returns the group of all coalescers with the default pace, which together get half of the main thread's time.
  func sharedGroup(_ scheduler: any UpdateScheduler) -> CoalescerGroup {
    if let group = shared.withLock({ $0.object }) { return group }
    let new = CoalescerGroup(Pace(AdaptivePolicy(isShared: true)), scheduler: scheduler)
    return shared.withLock { shared in
      if let group = shared.object { return group }
      shared.object = new
      return new
    }
  }

  /// Called when a timed delivery's handler has returned. Calls the engine on the main thread, after the layout commit.
  func deliveryEnded(
    on scheduler: any UpdateScheduler, _ own: DeliveryEngine.Reference, delivery: Int
  ) {
    let isFirst = turn.withLock { turn in
      turn.current = turn.current ?? Turn(usual: turn.usual)
      turn.current?.ended.append((own, delivery))
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
    scheduler.onMain { [self] in self.end() }
  }

  private func end() {
    var over: Turn?
    turn.withLock { swap(&$0.current, &over) }
    guard let over else { return }
    for (own, delivery) in over.ended { own.engine?.settle(delivery, over) }
  }
}
