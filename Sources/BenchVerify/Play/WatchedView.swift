import BenchHarness
import Coalesce
import CoalesceStrategies

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
    /// What happens where a strategy asks the view for something, or the view says that it is done.
    var callback: @Sendable () -> Void = {}
    /// How the view animates what it was given; nil where it does not.
    var animation: Animation?
  }

  /// An animation that takes so many nanoseconds.
  struct Animation: Sendable {
    var nanoseconds: UInt64
    /// Calls on main so many nanoseconds later.
    var after: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void
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

  /// How many updates there were, and how many of them have not been shown.
  var counts: (updates: Int, open: Int) {
    state.withLock { state in
      let count = state.seen.updates.count
      return (count, count - state.seen.shownCount)
    }
  }

  /// Changes the model on behalf of a producer, main being 0. Returns the change to submit.
  func change(producer: Int) -> RowChange {
    let change = announce(producer: producer)
    make(change)
    return change
  }

  /// Returns a change to submit before it is made.
  func announce(producer: Int) -> RowChange {
    let now = surroundings.now()
    return state.withLock { state in
      state.watch.submitted()
      return state.seen.announce(producer: producer, at: now)
    }
  }

  /// Makes a change that was announced.
  func make(_ change: RowChange) { state.withLock { $0.seen.make(change) } }

  /// `cancel()` has returned to the caller.
  func noteCancel() {
    let isMain = surroundings.isMain()
    state.withLock { $0.watch.cancelled(onMain: isMain) }
  }

  /// The next delivery may come before its time, or may no more.
  func hurry(_ isHurried: Bool) { state.withLock { $0.seen.isHurried = isHurried } }

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
      state.seen.begin(at: start)
      return show(&state.seen)
    }
    if isMain { surroundings.work() }
    let now = surroundings.now()
    state.withLock { state in
      state.seen.show(shown, during: start..<max(start, now))
      state.watch.finish(isMain: isMain)
      if let animation = surroundings.animation {
        state.animationEnds.append(now + animation.nanoseconds)
      }
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
    let end: @Sendable () -> Void = { [self] in
      callBack()
      completed()
    }
    guard let animation = surroundings.animation else { return end() }
    animation.after(animation.nanoseconds, end)
  }

  /// What happens here happens under way to a delivery, or behind it.
  private func callBack() {
    state.withLock { $0.watch.callbacks += 1 }
    surroundings.callback()
    state.withLock { $0.watch.callbacks -= 1 }
  }

  func snapshot() -> [ListRow] {
    callBack()
    return state.withLock { $0.seen.snapshot() }
  }

  var isOnScreen: Bool {
    callBack()
    return true
  }

  var canAnimate: Bool {
    callBack()
    let now = surroundings.now()
    return state.withLock { state in
      state.animationEnds.removeAll { $0 <= now }
      return state.animationEnds.count < Self.animationLimit
    }
  }
}
