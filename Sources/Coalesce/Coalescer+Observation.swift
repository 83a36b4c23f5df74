import Observation

/// Watching `@Observable` models.
extension Coalescer where Update == UpdateCount {
  /// Submits an update whenever something that `read` reads has changed.
  ///
  ///     reload.onDelivery(to: self) { files in files.show(files.model.rows) }
  ///     reload.observe(self) { files in files.model.rows }
  ///
  /// Observation announces one change, before it is made, and then has to be asked again. This
  /// method does both: it calls `read` again in the main thread's next pass, when the change has
  /// been made, and then submits the update.
  ///
  /// Change models on the main thread. A change on another thread is announced there, and the main
  /// thread may look before it is made: then the last change of a burst can be missed for good (2 of
  /// 20 000). Submit such changes by hand, afterwards.
  ///
  /// What observation keeps of a coalescer or a target that is gone goes with the model's next change.
  ///
  /// Nothing is submitted at the beginning. A second call replaces the first.
  /// - Parameters:
  ///   - target: what `read` reads from; held weakly. Once it is gone, nothing is observed.
  ///   - read: reads what the view shows, on the main actor; what it returns is not used.
  @MainActor
  public func observe<Target: AnyObject, Read>(
    _ target: Target, _ read: @escaping @MainActor @Sendable (Target) -> Read
  ) {
    mainActorOnly(engine.scheduler, "observe(_:_:)")
    guard !isCancelled else { return }
    let number = (outbox.reader.content?.number ?? 0) + 1
    let held = WeakTarget(target)
    outbox.reader.replace(
      .init(number: number) {
        guard let target = held.target else { return false }
        _ = read(target)
        return true
      })
    track(number)
  }

  /// Has the next change announced, unless another reader has taken the place of reader `number`.
  @MainActor
  @discardableResult
  private func track(_ number: Int) -> Bool {
    guard let reader = outbox.reader.content, reader.number == number else { return false }
    return withObservationTracking(reader.read) { [weak self, scheduler = engine.scheduler] in
      scheduler.onMain { MainActor.assumeIsolated { self?.changed(number) } }
    }
  }

  @MainActor
  private func changed(_ number: Int) {
    if track(number) { submit(.one) }
  }
}
