public import Coalesce

extension ChangeSets {
  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - limit: the most changes of a batch; with more the view is reloaded.
  ///   - isOnScreen: whether the view is in a window; false has it reloaded.
  ///   - snapshot: answers the newest rows; called on any thread, also on two at the same time.
  ///   - deliver: makes the update's rows the view's data source and has `completed` called when
  ///     that has ended in the view.
  @inlinable
  public convenience init(
    limit: Int = 100,
    isOnScreen: @escaping @MainActor () -> Bool,
    snapshot: @escaping @Sendable () -> [Row],
    deliver:
      @escaping @MainActor (ListUpdate<Row>, _ completed: @escaping @Sendable () -> Void) -> Void
  ) {
    self.init(
      limit: limit, scheduler: DispatchScheduler.main,
      isOnScreen: { MainActor.assumeIsolated(isOnScreen) }, snapshot: snapshot,
      deliver: { update, completed in MainActor.assumeIsolated { deliver(update, completed) } })
  }
}
