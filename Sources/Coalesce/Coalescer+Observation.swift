extension Coalescer where Update == UpdateCount {
  /// Submits an update whenever something that `read` reads is about to change.
  ///
  ///     reload.onDelivery(to: self) { files in files.show(files.model.rows) }
  ///     reload.observe(self) { files in files.model.rows }
  ///
  /// Observation reports only one change, before it is made, and must then be set up again. So `observe` calls `read`
  /// once, and again at the start of each delivery that a change has caused. `observe` itself submits nothing.
  ///
  /// Change models on the main thread. A change on another thread is announced on that thread, and the delivery may
  /// begin before the change is made; the last change of a burst may then never be shown (2 of 20 000 in a test).
  /// Submit such changes by hand, after making them.
  ///
  /// Each object has one observation: a second call for it replaces the first. Call this on the main thread.
  /// - Parameters:
  ///   - target: the object that `read` reads from, held weakly. The observation ends when the object is released.
  ///   - read: reads what the view shows, on the main actor; its result is not used.
  @MainActor
  public func observe<Target: AnyObject, Read>(
    _ target: Target, _ read: @escaping @MainActor @Sendable (Target) -> Read
  ) {
    mainActorOnly(engine.scheduler, "observe(_:_:)")
    guard !isCancelled else { return }
    let observations = outbox.observations.content ?? Observations()
    outbox.observations.replace(observations)
    let held = Weak(object: target)
    let announce: @Sendable (Flag) -> Void = { [weak self] read in
      guard let self else { return }
      // On another thread, loading the weak reference could make that thread release the target.
      let isGone = engine.scheduler.isMain && MainActor.assumeIsolated { held.object == nil }
      guard !isGone else { return }
      read.set()
      outbox.hasChanged.set()
      submit(.one)
    }
    observations.add(ObjectIdentifier(target), announce) {
      guard let target = held.object else { return false }
      _ = read(target)
      return true
    }
  }
}
