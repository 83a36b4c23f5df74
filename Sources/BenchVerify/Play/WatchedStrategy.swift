import BenchHarness
import Coalesce
import CoalesceStrategies

/// A strategy under verification, attached to a view that only the strategy holds. Subclasses decide what happens when.
///
/// Thread safety: every member may be used from any thread.
class WatchedStrategy: @unchecked Sendable {
  // `@unchecked` is safe: `view` is set only in `init`, the rest is constant.
  let watch: DeliveryWatch
  private weak var view: WatchedView?
  private let strategy: Locked<AttachedStrategy?>

  init(
    _ selection: Selection<StrategyEntry>, on scheduler: any SourceScheduler,
    animation: DeliveryWatch.Animation? = nil
  ) {
    watch = DeliveryWatch(scheduler, animation: animation)
    let view = WatchedView(watch)
    strategy = Locked(selection.entry.attach(selection.values, scheduler, view))
    self.view = view
  }

  /// The strategy; nil after ``drop()``.
  final var attached: AttachedStrategy? { strategy.withLock { $0 } }

  final var pendingCount: Int { attached?.pendingCount() ?? 0 }

  final var isViewHeld: Bool { view != nil }

  /// Submits a change of the model, made before or, if `isAnnounced`, afterwards. Producer 0 is the main thread.
  final func submit(producer: Int = 0, isAnnounced: Bool = false) {
    guard let attached else { return }
    let change = watch.announce(producer: producer)
    if !isAnnounced { watch.update { $0.make(change) } }
    attached.submit(change)
    if isAnnounced { watch.update { $0.make(change) } }
  }

  final func cancel() {
    guard let attached else { return }
    attached.cancel()
    watch.noteCancel()
  }

  /// Releases this reference to the strategy; a thread that is submitting has a reference of its own.
  final func drop() {
    var dropped: AttachedStrategy?
    strategy.withLock { swap(&$0, &dropped) }
  }
}
