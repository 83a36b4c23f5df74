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
}
