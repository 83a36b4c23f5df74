import Coalesce
import Harness
import Strategies

/// The view of a strategy under verification: keeps the model and what is shown of it, and notes
/// every promise that it sees broken. No strategy is asked about itself.
///
/// A reload reads the model when it begins, the least that a handler can be counted on for: what is
/// submitted during a delivery needs another one.
///
/// Thread safety: every member may be used from any thread.
final class WatchedView: Sendable {
  /// What the view is part of.
  struct Surroundings: Sendable {
    /// A monotonic clock, in nanoseconds.
    var now: @Sendable () -> UInt64
    /// Whether the caller runs on main.
    var isMain: @Sendable () -> Bool
    /// What a delivery does besides showing updates; on main only.
    var work: @Sendable () -> Void
    /// Calls on main after so many nanoseconds.
    var after: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void
    /// How long the view animates what it was given, in nanoseconds.
    var animation: UInt64 = 0
  }

  /// How many animations the view has at most before ``canAnimate`` says no: few, so that a
  /// schedule of few steps gets there.
  private static let animationLimit = 2

  private let surroundings: Surroundings
  private let state = Locked(State())

  private struct State {
    var seen = WatchedState()
    var watch = DeliveryWatch()
    var animationEnds: [UInt64] = []
    var hasHandlerEndedOffMain = false
  }

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// What was seen so far.
  var seen: WatchedState { state.withLock { $0.seen } }

  /// Whether every update was shown.
  var isUpToDate: Bool { state.withLock { $0.seen.shownCount == $0.seen.updates.count } }

  /// Changes the model on behalf of a producer, main being 0. Answers the change to submit.
  func change(producer: Int, within bound: UInt64? = nil) -> RowChange {
    let now = surroundings.now()
    return state.withLock { $0.seen.change(producer: producer, at: now, within: bound) }
  }

  /// Answers a change to submit before it is made.
  func announce(producer: Int) -> RowChange {
    let now = surroundings.now()
    return state.withLock { $0.seen.announce(producer: producer, at: now) }
  }

  /// Makes a change that was announced.
  func make(_ change: RowChange) { state.withLock { $0.seen.make(change) } }

  /// `cancel()` has returned to the caller.
  func noteCancel() {
    let isMain = surroundings.isMain()
    state.withLock { $0.watch.cancelled(onMain: isMain) }
  }

  /// Tells who watches the deliveries what the caller did.
  func watch(_ note: (inout DeliveryWatch) -> Void) { state.withLock { note(&$0.watch) } }

  /// The last who held the strategy's way to this view has let go of it.
  func noteHandlerEnd(onMain: Bool) { state.withLock { $0.hasHandlerEndedOffMain = !onMain } }

  /// Whether that was elsewhere than on main.
  var hasHandlerEndedOffMain: Bool { state.withLock { $0.hasHandlerEndedOffMain } }

  /// Main has begun another turn of its run loop.
  func noteTurn() { state.withLock { $0.watch.beginTurn() } }

  /// Notes a fault that somebody else saw.
  func note(_ promise: Promise, _ words: String) {
    state.withLock { $0.seen.fault(promise, words) }
  }

  /// Looks for what was not shown, now that everything has come to an end.
  func judgeEnd() { state.withLock { $0.seen.judgeEnd() } }

  private func deliver(_ show: (inout WatchedState) -> [Int]) {
    let isMain = surroundings.isMain()
    let start = surroundings.now()
    let shown = state.withLock { state in
      for fault in state.watch.begin(isMain: isMain) {
        state.seen.fault(fault.promise, fault.words)
      }
      return show(&state.seen)
    }
    if isMain { surroundings.work() }
    let now = surroundings.now()
    state.withLock { state in
      state.seen.show(shown, during: start..<max(start, now))
      state.watch.finish(isMain: isMain)
      if surroundings.animation > 0 { state.animationEnds.append(now + surroundings.animation) }
    }
  }
}

extension WatchedView: ViewPort {
  func reload() { reload(sections: UpdateFlags(rawValue: .max)) }

  func reload(sections: UpdateFlags) {
    deliver { $0.reload(sections: sections.rawValue) }
  }

  func apply(_ change: RowChange) {
    deliver { $0.apply(change) }
  }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    deliver { $0.apply(update) }
    guard surroundings.animation > 0 else { return completed() }
    surroundings.after(surroundings.animation, completed)
  }

  func snapshot() -> [ListRow] { state.withLock { $0.seen.snapshot() } }

  var canAnimate: Bool {
    let now = surroundings.now()
    return state.withLock { state in
      state.animationEnds.removeAll { $0 <= now }
      return state.animationEnds.count < Self.animationLimit
    }
  }
}
