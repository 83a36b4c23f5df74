/// The turns of one main thread in which coalescers deliver. It tells each of them when the layout
/// commit behind its delivery is over, and how long that took.
///
/// Thread safety: every member may be used from any thread.
public final class MainTurns: Sendable {
  /// A turn with deliveries, from the end of the first until main has come behind its layout commit.
  struct Turn: Sendable {
    /// How many deliveries ended in it.
    fileprivate(set) var deliveries = 0
    /// From when main had run all blocks of the turn until it was behind the layout commit; nil where
    /// that could not be told.
    fileprivate var layout: (start: UInt64, end: UInt64)?
    fileprivate var waiting: [@Sendable (Turn) -> Void] = []

    fileprivate init() {}

    /// How long a delivery's share of the layout commit took, if its handler returned at `time`; nil if
    /// it turned the run loop itself, so that nobody can tell.
    func layoutNanoseconds(handlerEnd time: UInt64) -> UInt64? {
      guard let layout, time <= layout.start, layout.start <= layout.end else { return nil }
      return (layout.end - layout.start) / UInt64(max(1, deliveries))
    }
  }

  private let turn = Locked<Turn?>(nil)

  /// Makes an object for one main thread.
  public init() {}

  /// A delivery that is timed is over but for its layout commit. `settle` is called on main, behind that;
  /// nil where one of an earlier delivery of the turn is still to be called.
  func deliveryEnded(
    on scheduler: any UpdateScheduler, _ settle: (@Sendable (Turn) -> Void)?
  ) {
    let isFirst = turn.withLock { turn in
      if settle != nil { turn = turn ?? Turn() }
      turn?.deliveries += 1
      guard let settle else { return false }
      turn?.waiting.append(settle)
      return turn?.waiting.count == 1
    }
    guard isFirst else { return }
    scheduler.timeLayout { [turn] start, end in turn.withLock { $0?.layout = (start, end) } }
    // Behind it, for a scheduler may time with a block of its own.
    scheduler.onMain { [self] in self.end() }
  }

  private func end() {
    var over: Turn?
    turn.withLock { swap(&$0, &over) }
    guard let over else { return }
    for settle in over.waiting { settle(over) }
  }
}
