import Observation

/// Watching `@Observable` models.
extension Coalescer where Update == UpdateCount {
  /// Submits an update whenever something that `read` reads has changed.
  ///
  ///     reload.deliver(to: self) { files, _ in files.show(model.rows) }
  ///     reload.observing { [model] in _ = model.rows }
  ///
  /// Observation announces one change, before it is made, and then has to be asked again. This
  /// method does both: it calls `read` again in the main thread's next pass, when the change has
  /// been made, and then submits the update. Change models on the main thread. A change on another
  /// thread is announced there, and the main thread may look before it is made; submit such changes
  /// by hand, afterwards.
  ///
  /// Nothing is submitted at the beginning. A second call replaces the first.
  /// - Parameter read: reads what the view shows, on the main actor. Like a handler, it is kept
  ///   until ``cancel()`` or until the coalescer ends, so let it capture views weakly.
  @MainActor
  public func observing(_ read: @escaping @MainActor @Sendable () -> Void) {
    guard !isCancelled else { return }
    let number = (outbox.reader.content?.number ?? 0) + 1
    outbox.reader.replace(.init(number: number, read: read))
    track(number)
  }

  /// Has the next change announced, unless another reader has taken the place of reader `number`.
  @MainActor
  @discardableResult
  private func track(_ number: Int) -> Bool {
    guard let reader = outbox.reader.content, reader.number == number else { return false }
    withObservationTracking(reader.read) { [weak self, scheduler = engine.scheduler] in
      scheduler.onMain { MainActor.assumeIsolated { self?.changed(number) } }
    }
    return true
  }

  @MainActor
  private func changed(_ number: Int) {
    if track(number) { submit(.one) }
  }
}
