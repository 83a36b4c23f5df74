import Coalesce
import Dispatch

/// A value that another thread computes while the thread that created this object continues. The computation, which
/// must not read the value, lives as long as the object.
///
/// Thread safety: `value` may be read from any thread.
package final class Background<Value: Sendable>: Sendable {
  private let result = Locked<Value?>(nil)
  private let compute: @Sendable () -> Value

  package init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    DispatchQueue.global().async { [self] in _ = value }
  }

  /// Waits for the value, or computes it if no thread has begun to do so.
  package var value: Value {
    result.withLock { result in
      let value = result ?? compute()
      result = value
      return value
    }
  }
}
