enum Work {
  case onMainActor(@MainActor @Sendable () async throws -> Void)
  case anywhere(@Sendable () async throws -> Void)

  /// A delivery whose handler continues in a task.
  struct Delivery: Equatable {
    let engine: ObjectIdentifier
    let number: Int
  }

  /// The delivery whose handler, or a task made there, is running.
  @TaskLocal static var delivery: Delivery?

  /// Starts a task that does the work. It ends with `threw` if the work threw or was cancelled before it began. The
  /// task is detached, so that it inherits no priority or task-local values from a task that calls `flush`.
  func start(
    _ delivery: Delivery, _ finished: @escaping DeliveryCall.Finished
  ) -> Task<Void, Never> {
    switch self {
    case .onMainActor(let work):
      let operation: @MainActor @Sendable () async -> Void = {
        await Self.run(work, delivery, finished)
      }
      return Task.detached(priority: .userInitiated, operation: operation)
    case .anywhere(let work):
      return Task.detached(priority: .userInitiated) { await Self.run(work, delivery, finished) }
    }
  }

  private nonisolated(nonsending) static func run(
    _ work: nonisolated(nonsending) () async throws -> Void, _ delivery: Delivery,
    _ finished: DeliveryCall.Finished
  ) async {
    do {
      try Task.checkCancellation()
      try await $delivery.withValue(delivery, operation: work)
      finished(.returned)
    } catch { finished(.threw) }
  }
}
