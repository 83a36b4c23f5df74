import Synchronization

/// What ``BalancedRows`` hands to its handler.
public struct RowsDelivery<Update: Mergeable>: Sendable {
  /// All that was merged.
  public let update: Update
  /// How it is best shown.
  public let form: RowsForm
  let end: DeliveriesEnd

  /// Whether the strategy was cancelled meanwhile; a handler that applies changes one by one asks
  /// before each, for nothing is shown after that.
  public var isCancelled: Bool { end.isCancelled }
}

/// Whether a strategy was cancelled, for handlers that take several steps.
///
/// Thread safety: every member may be used from any thread.
final class DeliveriesEnd: Sendable {
  private let cancelled = Atomic<Bool>(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}
