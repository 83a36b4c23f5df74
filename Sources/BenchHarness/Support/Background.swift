import Coalesce
import Dispatch

/// A value that another thread computes while its maker continues.
///
/// Thread safety: `value` may be read from any thread.
package final class Background<Value: Sendable>: Sendable {
  private let result = Locked<Value?>(nil)
  private let compute: @Sendable () -> Value

  package init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    DispatchQueue.global().async { [self] in _ = value }
  }

  /// Waits until the value is computed.
  package var value: Value {
    result.withLock { result in
      let value = result ?? compute()
      result = value
      return value
    }
  }
}
