import Synchronization

/// A counter that threads share, on cache lines of its own; as a model's, how many of a producer's
/// updates the model has.
final class PublishedCount: Sendable {
  private let before: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
  let value = Atomic<Int>(0)
  private let after: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
}
