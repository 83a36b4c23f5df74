import Coalesce

extension Coalescer {
  /// Makes a coalescer with a handler that is called on the main actor.
  package convenience init(
    _ pace: Pace = .adaptive, onDelivery handler: @escaping @MainActor (Update) throws -> Void
  ) {
    self.init(pace)
    onDelivery(handler)
  }

  /// Makes a coalescer with a handler that is called on a queue or on the main thread of a scheduler.
  package convenience init(
    _ pace: Pace = .adaptive, on place: DeliveryPlace,
    onDelivery handler: @escaping @Sendable (Update) throws -> Void
  ) {
    self.init(pace, on: place)
    onQueueDelivery(handler)
  }

  /// Waits like `waitUntilDelivered()`. Returns whether everything was delivered.
  @discardableResult
  package nonisolated(nonsending) func allDelivered() async -> Bool {
    (try? await waitUntilDelivered()) != nil
  }
}
