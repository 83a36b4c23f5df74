import Synchronization

/// Tells once that a delivery has ended in the view: when it is called, or when nobody can call it
/// any more.
///
/// Thread safety: `callAsFunction` from any thread, as often as you like.
final class DeliveryEnd: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { self() }

  func callAsFunction() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { end() }
  }
}
