enum Work {
  case onMainActor(@MainActor @Sendable () async throws -> Void)
  case anywhere(@Sendable () async throws -> Void)

  /// Starts a task that does the work. Passes false to `end` if the work threw or was cancelled before it began. The
  /// task is detached, so that it inherits no priority or task-local values from a task that calls `flush`.
  func start(_ end: @escaping @Sendable (Bool) -> Void) -> Task<Void, Never> {
    switch self {
    case .onMainActor(let work):
      let operation: @MainActor @Sendable () async -> Void = {
        do {
          try Task.checkCancellation()
          try await work()
          end(true)
        } catch { end(false) }
      }
      return Task.detached(priority: .userInitiated, operation: operation)
    case .anywhere(let work):
      return Task.detached(priority: .userInitiated) {
        do {
          try Task.checkCancellation()
          try await work()
          end(true)
        } catch { end(false) }
      }
    }
  }
}
