/// A value of which only the newest matters; merging replaces.
public struct NewestValue<Value: Sendable>: Mergeable {
  /// The newest value submitted so far.
  public var value: Value

  /// Wraps a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// Becomes the newer value.
  @inlinable
  public mutating func merge(_ newer: NewestValue) { value = newer.value }

  /// The store for newest values: under a lock, but the value that is replaced ends outside it, for
  /// that may call out. It ends on the thread that replaces it.
  public final class Pending: PendingUpdates {
    @usableFromInline let newest = Locked<(value: NewestValue?, submissions: Int)>((nil, 0))

    /// Makes an empty store.
    public init() {}

    /// Replaces what waits here. Answers how many submissions wait.
    @inlinable
    public func merge(_ update: NewestValue) -> Int {
      var value: NewestValue? = update
      return newest.withLock { newest in
        swap(&newest.value, &value)
        newest.submissions += 1
        return newest.submissions
      }
    }

    /// Empties the store and answers what was in it; nil if that was nothing.
    @inlinable
    public func take() -> NewestValue? {
      newest.withLock { newest in
        defer { newest = (nil, 0) }
        return newest.value
      }
    }

    /// How many submissions wait here; the lock orders as a read-modify-write does.
    @inlinable
    public func submissions() -> Int { newest.withLock { $0.submissions } }

    /// 1 while a value waits here, else 0.
    public var count: Int { newest.withLock { $0.value == nil ? 0 : 1 } }
  }
}
