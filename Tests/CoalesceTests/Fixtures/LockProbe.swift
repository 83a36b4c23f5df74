/// Calls out when its last reference is given up.
package final class LockProbe: Sendable {
  private let atEnd: @Sendable () -> Void

  package init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { atEnd() }
}
