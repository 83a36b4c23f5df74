import Strategies

/// Values in the order in which they were recorded.
///
/// Thread safety: every member may be used from any thread.
final class Recorder<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  var count: Int { elements.withLock { $0.count } }

  func record(_ element: Element) { elements.withLock { $0.append(element) } }
}
