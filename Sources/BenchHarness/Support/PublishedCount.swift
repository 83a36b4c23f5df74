import Coalesce

/// A counter that threads share, on a cache line of its own.
package final class PublishedCount: Sendable {
  package let value = Atomic<Int>(onItsOwnLine: 0)

  package init() {}
}
