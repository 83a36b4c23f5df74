/// Why ``Coalescer/waitUntilDelivered()`` ended although not everything has been delivered.
public enum DeliveryError: Error, Sendable {
  /// The handler threw. Its update stays pending; waiting again delivers it again.
  case handlerThrew
  /// Updates were dropped by ``Coalescer/cancelPending()`` or, with `keepsUndelivered: false`, because the target is
  /// gone. Submissions are then dropped until the next target is set.
  case dropped
  /// Updates are pending, but there is no handler or loop yet, or its target is gone. They wait for the next one.
  case noReceiver
  /// The wait is part of a delivery: it is in the coalescer's own asynchronous handler, in a task made there, or in a
  /// loop over its ``Coalescer/deliveries``. The delivery would wait for itself.
  case insideDelivery
  /// The coalescer was cancelled, which dropped everything pending.
  case cancelled
}
