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
  /// that may call out.
  public final class Pending: PendingUpdates {
    @usableFromInline let newest = Locked<NewestValue?>(nil)

    /// Makes an empty store.
    public init() {}

    /// Replaces what waits here. Answers whether the store was empty before.
    @inlinable
    public func merge(_ update: NewestValue) -> Bool {
      var value: NewestValue? = update
      newest.withLock { swap(&$0, &value) }
      return value == nil
    }

    /// Empties the store and answers what was in it; nil if that was nothing.
    @inlinable
    public func take() -> NewestValue? {
      var value: NewestValue?
      newest.withLock { swap(&$0, &value) }
      return value
    }

    /// 1 while a value waits here, else 0.
    public var count: Int { newest.withLock { $0 == nil ? 0 : 1 } }
  }
}
