import BenchHarness
import Coalesce
import CoalesceStrategies

/// Stands for the handler of a strategy and what it captured: the way to the view that only the
/// strategy holds, so that its end tells when, and on which thread, that was let go of.
///
/// Thread safety: as ``ViewPort`` says.
final class HandlerWatch: Sendable {
  private let view: WatchedView
  private let isMain: @Sendable () -> Bool

  init(_ view: WatchedView, isMain: @escaping @Sendable () -> Bool) {
    self.view = view
    self.isMain = isMain
  }

  deinit { view.noteHandlerEnd(onMain: isMain()) }
}

extension HandlerWatch: ViewPort {
  func reload() { view.reload() }
  func reload(sections: UpdateFlags) { view.reload(sections: sections) }
  func apply(_ change: RowChange) { view.apply(change) }
  func apply(_ update: ListUpdate<ListRow>, completed: @escaping @Sendable () -> Void) {
    view.apply(update, completed: completed)
  }
  func snapshot() -> [ListRow] { view.snapshot() }
  var isOnScreen: Bool { view.isOnScreen }
  var canAnimate: Bool { view.canAnimate }
}
