import Coalesce

/// Records values in order.
///
/// Thread safety: any thread may use every member.
package final class Recorder<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package var all: [Element] { elements.withLock { $0 } }

  package var count: Int { elements.withLock { $0.count } }

  package func record(_ element: Element) { elements.withLock { $0.append(element) } }
}
