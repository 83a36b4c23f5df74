/// The newest value; merging replaces the older value.
@frozen
public struct NewestValue<Value: Sendable>: Mergeable {
  /// The newest value submitted so far.
  public var value: Value

  /// Wraps a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// Takes the newer value.
  @inlinable
  public mutating func merge(_ newer: NewestValue) { value = newer.value }

  /// Takes the newer value and leaves the older one in `newer`.
  @inlinable
  public mutating func _merge(exchanging newer: inout NewestValue) { swap(&self, &newer) }

  /// Takes the newer value and leaves the older one in `plain`.
  @inlinable
  public mutating func _merge(exchanging plain: inout Value) { swap(&value, &plain) }
}

extension NewestValue: Equatable where Value: Equatable {}
