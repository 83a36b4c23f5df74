import Coalesce

/// Values in the order in which they were recorded.
///
/// Thread safety: every member may be used from any thread.
package final class Recorder<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package var all: [Element] { elements.withLock { $0 } }

  package var count: Int { elements.withLock { $0.count } }

  package func record(_ element: Element) { elements.withLock { $0.append(element) } }
}
