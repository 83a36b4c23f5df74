import Coalesce

extension Coalescer {
  /// Waits like `waitUntilDelivered()`. Returns whether everything was delivered.
  @discardableResult
  package nonisolated(nonsending) func allDelivered() async -> Bool {
    (try? await waitUntilDelivered()) != nil
  }
}
