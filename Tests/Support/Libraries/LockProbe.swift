/// Calls `atEnd` when it is released.
package final class LockProbe: Sendable {
  private let atEnd: @Sendable () -> Void

  package init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { atEnd() }
}
