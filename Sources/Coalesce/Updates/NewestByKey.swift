/// The newest value of each key, such as prices by symbol, presence by user or progress by download. A value that a
/// newer one replaces is released on the thread that merges them, usually the thread that submits the newer one.
@frozen
public struct NewestByKey<Key: Hashable & Sendable, Value: Sendable>: Divisible {
  @usableFromInline var storage: [Key: Value]
  /// The keys in the order in which each first arrived; nil unless deliveries take portions.
  @usableFromInline var order: FIFO<Key>?

  /// The newest value submitted for each key.
  @inlinable
  public var values: [Key: Value] {
    get { storage }
    _modify {
      order = nil
      yield &storage
    }
  }

  /// Wraps values.
  @inlinable
  public init(_ values: [Key: Value]) { storage = values }

  /// Wraps one key and its value.
  @inlinable
  public init(_ key: Key, _ value: Value) { storage = [key: value] }

  /// Stores the newer values; O(newer values).
  @inlinable
  public mutating func merge(_ newer: NewestByKey) {
    if order == nil { return storage.merge(newer.storage) { _, newer in newer } }
    var newer = newer
    _merge(exchanging: &newer)
  }

  /// Stores the newer values and leaves the replaced ones in `newer`; O(newer values).
  @inlinable
  public mutating func _merge(exchanging newer: inout NewestByKey) {
    if newer.order != nil { return mergeInOrder(&newer) }
    // A loop over `indices` would retain the dictionary, so that the first change would copy it.
    var index = newer.storage.startIndex
    while index < newer.storage.endIndex {
      let (key, value) = newer.storage[index]
      if let replaced = update(value, for: key) { newer.storage.values[index] = replaced }
      newer.storage.formIndex(after: &index)
    }
  }

  @usableFromInline
  mutating func mergeInOrder(_ newer: inout NewestByKey) {
    while let key = newer.order?.popFirst() {
      if let value = newer.storage.removeValue(forKey: key),
        let replaced = update(value, for: key)
      {
        newer.storage[key] = replaced
      }
    }
  }

  /// Stores a value. Returns the one that it replaces.
  @inlinable
  mutating func update(_ value: Value, for key: Key) -> Value? {
    if let replaced = storage.updateValue(value, forKey: key) { return replaced }
    order?.append(key)
    return nil
  }

  /// Removes and returns the values of the `count` keys that arrived first; O(`count`). A key keeps its place when its
  /// value is replaced.
  public mutating func removeFirst(_ count: Int) -> NewestByKey {
    _keepOrder()
    var first = NewestByKey([:])
    first._keepOrder()
    while first.storage.count < count, let key = order?.popFirst() {
      if let value = storage.removeValue(forKey: key) { _ = first.update(value, for: key) }
    }
    return first
  }

  /// Keeps the keys in the order of their arrival.
  public mutating func _keepOrder() {
    guard order == nil else { return }
    order = FIFO()
    for key in storage.keys { order?.append(key) }
  }

  /// The number of keys.
  @inlinable
  public var updateCount: Int { storage.count }
}
