/// Setters for the handler of a coalescer. Call them on the main thread if they replace a handler. Once the first
/// handler is set, updates submitted earlier are delivered in the main thread's next pass.
extension Coalescer {
  /// Sets a handler that is called on the main actor with the merged update.
  public func onDelivery(_ handler: @escaping @MainActor (Update) throws -> Void) {
    mainActorOnly(engine.scheduler, "onDelivery(_:)")
    handle { update in try assumeMainActor { try handler(update) } }
  }

  /// Sets an asynchronous handler, called on the main actor.
  public func onDelivery(
    whenNewer newer: NewerUpdate = .wait,
    _ handler: @escaping @MainActor (Update) async throws -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(whenNewer:_:)")
    handle(whenNewer: newer) { update in .onMainActor { try await handler(update) } }
  }

  /// Sets the target, held weakly, and its handler, called on the main actor. Once the target is gone, updates wait, or
  /// are dropped if the coalescer was made with `keepsUndelivered: false`.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) throws -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(to:_:)")
    let held = Weak(object: target)
    let receiver = Outbox<Update>.Receiver(
      isAlive: { held.object != nil },
      handler: .synchronous { update in
        try assumeMainActor {
          guard let target = held.object else { return false }
          try handler(target, update)
          return true
        }
      })
    attach(receiver, "A handler")
  }

  /// Sets the target, held weakly between deliveries, and an asynchronous handler, called on the main actor.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, whenNewer newer: NewerUpdate = .wait,
    _ handler: @escaping @MainActor (Target, Update) async throws -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(to:whenNewer:_:)")
    let held = Weak(object: target)
    handle(whenNewer: newer, isAlive: { held.object != nil }) { update in
      assumeMainActor { () -> Work? in
        // Retain the target now: if it were released before the work begins, the update would be lost.
        guard let target = held.object else { return nil }
        return .onMainActor { try await handler(target, update) }
      }
    }
  }

  /// Sets the target and a handler that is not called for a value equal to the last one delivered.
  @MainActor
  public func onChange<Target: AnyObject, Value: Equatable>(
    to target: Target, _ handler: @escaping @MainActor (Target, Value) -> Void
  ) where Update == NewestValue<Value> {
    var last: Value?
    onDelivery(to: target) { target, newest in
      guard last != newest.value else { return }
      last = newest.value
      handler(target, newest.value)
    }
  }

  /// Sets a handler that is called on the coalescer's queue (``DeliveryPlace/queue(_:)``), else on the main thread.
  public func onQueueDelivery(_ handler: @escaping @Sendable (Update) throws -> Void) {
    handle(handler)
  }

  /// Sets an asynchronous handler, which may run on any thread. Stops the program if the coalescer has no queue.
  public func onQueueDelivery(
    whenNewer newer: NewerUpdate = .wait,
    _ handler: @escaping @Sendable (Update) async throws -> Void
  ) {
    require(
      !engine.scheduler.isMainActor,
      "onQueueDelivery(whenNewer:_:) needs a queue, but this coalescer delivers on the main thread. Make it with "
        + "'on: .queue(…)', or use 'onDelivery(whenNewer:_:)'.")
    handle(whenNewer: newer) { update in .anywhere { try await handler(update) } }
  }

  /// Sets a handler that is called on the scheduler's main thread, or on the queue in its place.
  package func handle(_ handler: @escaping @Sendable (Update) throws -> Void) {
    let receiver = Outbox<Update>.Receiver(
      handler: .synchronous { update in
        try handler(update)
        return true
      })
    attach(receiver, "A handler")
  }

  private func handle(
    whenNewer newer: NewerUpdate, isAlive: @escaping @Sendable () -> Bool = { true },
    _ work: @escaping @Sendable (Update) -> Work?
  ) {
    require(
      newer == .wait || !engine.takesPortions,
      "'whenNewer: .cancel' was given to a coalescer with a portion: the updates that a portion leaves would cancel the "
        + "handler. Use '.wait', or a coalescer without a portion.")
    attach(
      Outbox.Receiver(isAlive: isAlive, handler: .asynchronous(work)), "A handler",
      cancelsInFlight: newer == .cancel)
  }
}

/// Setters for handlers that do not need the number of updates.
extension Coalescer where Update == UpdateCount {
  /// Sets a handler that takes no argument.
  public func onDelivery(_ handler: @escaping @MainActor () throws -> Void) {
    onDelivery { (_: UpdateCount) in try handler() }
  }

  /// Sets an asynchronous handler that takes no argument.
  public func onDelivery(
    whenNewer newer: NewerUpdate = .wait, _ handler: @escaping @MainActor () async throws -> Void
  ) {
    onDelivery(whenNewer: newer) { (_: UpdateCount) in try await handler() }
  }

  /// Sets the target and a handler that takes no other argument.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target) throws -> Void
  ) {
    onDelivery(to: target) { (target, _: UpdateCount) in try handler(target) }
  }

  /// Sets the target and an asynchronous handler that takes no other argument.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, whenNewer newer: NewerUpdate = .wait,
    _ handler: @escaping @MainActor (Target) async throws -> Void
  ) {
    onDelivery(to: target, whenNewer: newer) { (target, _: UpdateCount) in
      try await handler(target)
    }
  }
}
