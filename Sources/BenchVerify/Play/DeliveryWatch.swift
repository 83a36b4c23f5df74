import BenchHarness
import Coalesce
import CoalesceStrategies

/// Watches the deliveries of one strategy, and notes broken promises. Never calls the strategy.
///
/// Thread safety: every member may be used from any thread.
final class DeliveryWatch: Sendable {
  struct Animation: Sendable {
    var nanoseconds: UInt64
    /// Calls back on the main thread after a delay in nanoseconds.
    var after: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void
  }

  // A struct, because each access to a bare closure through a generic type adds another wrapper.
  struct Hooks: Sendable {
    var work: @Sendable () -> Void = {}
    /// Runs when the strategy queries the view, or the view completes an update.
    var callback: @Sendable () -> Void = {}
  }

  private let scheduler: any UpdateScheduler
  private let start: UInt64
  fileprivate let animation: Animation?
  let hooks = Locked(Hooks())
  private let state = Locked(WatchedState())

  init(_ scheduler: any UpdateScheduler, animation: Animation?) {
    self.scheduler = scheduler
    self.animation = animation
    start = scheduler.nowNanoseconds
  }

  private var now: UInt64 { scheduler.nowNanoseconds - start }

  var seen: WatchedState { state.withLock { $0 } }

  @discardableResult
  func update<Result>(_ body: (inout WatchedState) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Changes the model. Returns the change to submit.
  func change(producer: Int) -> RowChange {
    let change = announce(producer: producer)
    update { $0.make(change) }
    return change
  }

  /// Returns a change to submit before the model has it. Producer 0 is the main thread.
  func announce(producer: Int) -> RowChange {
    let now = now
    return update { $0.announce(producer: producer, at: now) }
  }

  func noteCancel() {
    let isMain = scheduler.isMain
    update { $0.cancelled(onMain: isMain) }
  }

  fileprivate func noteEndOfView() {
    let isMain = scheduler.isMain
    update { $0.hasViewEndedOffMain = !isMain }
  }

  fileprivate func deliver(_ show: (inout WatchedState) -> [Int]) {
    let (isMain, start) = (scheduler.isMain, now)
    let shown = update { state in
      state.begin(at: start, isMain: isMain)
      let shown = show(&state)
      state.willShow(shown.count)
      return shown
    }
    if isMain { hooks.withLock { $0 }.work() }
    let end = now
    update { state in
      state.show(shown, at: end)
      state.finish(isMain: isMain)
      if let animation { state.animationEnds.append(end + animation.nanoseconds) }
    }
  }

  /// Runs the callback and counts it as under way, because it may be part of a delivery.
  fileprivate func callBack() {
    update { $0.callbacks += 1 }
    hooks.withLock { $0 }.callback()
    update { $0.callbacks -= 1 }
  }

  fileprivate var canAnimate: Bool {
    let now = now
    return update { $0.canAnimate(at: now) }
  }
}

/// The view of a watched strategy. Only the strategy holds it, so `deinit` shows on which thread the view is freed.
///
/// Thread safety: that of ``ViewPort``.
final class WatchedView: ViewPort {
  private let watch: DeliveryWatch

  init(_ watch: DeliveryWatch) { self.watch = watch }

  deinit { watch.noteEndOfView() }

  func reload() { reload(sections: UpdateFlags(rawValue: .max)) }

  func reload(sections: UpdateFlags) { watch.deliver { $0.reload(sections: sections.rawValue) } }

  func apply(_ change: RowChange) { watch.deliver { $0.apply(change) } }

  func apply(_ batch: RowBatch) { watch.deliver { $0.apply(batch) } }

  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    watch.deliver { $0.apply(update) }
    let end: @Sendable () -> Void = { [watch] in
      watch.callBack()
      completed()
    }
    guard let animation = watch.animation else { return end() }
    animation.after(animation.nanoseconds, end)
  }

  func snapshot() -> [ListRow] {
    watch.callBack()
    return watch.update { $0.snapshot() }
  }

  var isOnScreen: Bool {
    watch.callBack()
    return true
  }

  var canAnimate: Bool {
    watch.callBack()
    return watch.canAnimate
  }
}
