/// A value for which only the newest counts; merging replaces.
@frozen
public struct NewestValue<Value: Sendable>: Mergeable {
  /// The newest value submitted so far.
  public var value: Value

  /// Wraps a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// Becomes the newer value.
  @inlinable
  public mutating func merge(_ newer: NewestValue) { value = newer.value }

  /// The store for newest values, guarded by a lock. The value that is replaced is released outside
  /// the lock, on the thread that replaces it, because releasing it may call other code.
  public final class Pending: PendingUpdates {
    @usableFromInline let newest = Locked<(value: NewestValue?, submissions: Int)>((nil, 0))

    /// Makes an empty store.
    public init() {}

    /// Replaces the pending value. Returns how many submissions are pending.
    @inlinable
    public func merge(_ update: NewestValue) -> Int {
      var value: NewestValue? = update
      return newest.withLock { newest in
        swap(&newest.value, &value)
        newest.submissions += 1
        return newest.submissions
      }
    }

    /// Empties the store and returns what was in it; nil if it was empty.
    @inlinable
    public func takeAll() -> (update: NewestValue, submissions: Int)? {
      newest.withLock { newest in
        defer { newest = (nil, 0) }
        return newest.value.map { ($0, newest.submissions) }
      }
    }

    /// Is forgotten where a newer one has come.
    public func putBack(_ older: NewestValue) {
      newest.withLock { if $0.value == nil { $0 = (older, 1) } }
    }

    /// How many submissions are pending; the lock gives the order that a read-modify-write gives.
    @inlinable
    public func submissions() -> Int { newest.withLock { $0.submissions } }

    /// 1 while a value is pending, else 0.
    public var count: Int { newest.withLock { $0.value == nil ? 0 : 1 } }
  }
}

extension NewestValue: Equatable where Value: Equatable {}
