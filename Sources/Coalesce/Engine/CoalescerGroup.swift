/// Views that share the main thread: their coalescers take turns under one policy.
///
/// Each member's own policy says when its view is due. The group's policy says when the next due view is served: one in
/// each turn of the run loop, in the order in which they became due. So with
/// ``Pace/budget(share:maximumWait:file:line:)``, 25 % means 25 % of the main thread for all views together. With
/// ``Pace/adaptive``, a turn serves as many as take 4 ms, layout commit included, and cheap views may overtake.
///
///     let lists = CoalescerGroup(.budget(share: 0.25))
///     let files = Reload(.nextPass, on: .group(lists))
///     let tags = Reload(.nextPass, on: .group(lists))
///
/// An update with a bound (`submit(_:within:)`) is delivered within that bound, outside the turns: neither the group's
/// policy nor its pauses delay it, and the delivery's cost is not counted. ``Coalescer/flush()`` needs no turn either.
///
/// Drawback: each delivery takes an additional dispatch to the main thread.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  /// A separate object, because an object with weak references, as the default group has, is slower to retain.
  let turns: GroupTurns

  /// Makes a group that serves views at `pace`. A nil `scheduler` means the app's main thread.
  /// With ``Pace/adaptive``, the members share half of the main thread's time, as ``Pace/adaptive`` says.
  public init(
    _ pace: Pace = .nextPass, scheduler: (any UpdateScheduler)? = nil
  ) {
    turns = GroupTurns(pace, scheduler ?? DispatchScheduler.main)
  }

  /// Pauses all members' turns, like ``Coalescer/pause(atMost:)``. Does not affect bounds or ``Coalescer/flush()``.
  public func pause(atMost longest: Duration? = nil) -> DeliveryPause {
    turns.pacer.pause(atMost: longest)
  }
}
