/// An update that can be merged with a newer one while both wait for the same delivery.
///
/// Merging must be associative. Counts add up, flags form a union, the newest value replaces the older one, and the
/// elements of an ordered list are appended.
///
/// Use one of these: ``UpdateCount``, ``UpdateFlags``, ``NewestValue``, ``NewestByKey``, ``ChangedIDs``,
/// ``OrderedUpdates``. An `OptionSet` of your own needs no code to conform:
///
///     struct Sections: OptionSet, Mergeable { let rawValue: UInt }
public protocol Mergeable: Sendable {
  /// Merges `newer`, submitted after `self`. Runs on any thread, mostly inside `submit`, one at a time: keep it short.
  /// May release values whose `deinit` submits, but must not wait for other threads or otherwise call the coalescer.
  /// Neither it nor any `==` or `hash` that it uses may take a lock that a thread holds while it submits.
  mutating func merge(_ newer: Self)

  /// How many updates this value represents; 1 if merging forgets the number. A value with count 0 is not delivered.
  var updateCount: Int { get }

  // Apps need not implement the members below: the defaults suit every type that an app defines.

  /// Like ``merge(_:)``, but may leave replaced values in `newer`, to be released outside the lock.
  mutating func _merge(exchanging newer: inout Self)

  /// The bits of an `OptionSet` over `UInt`, which are merged atomically; nil for other types.
  var _bits: UInt? { get }

  /// The options with these bits; nil for types that are not an `OptionSet` over `UInt`.
  static func _options(_ bits: UInt) -> Self?
}

extension Mergeable {
  /// 1, for types whose merging forgets the number of updates.
  @inlinable
  public var updateCount: Int { 1 }

  /// Merges and leaves `newer` unchanged.
  @inlinable
  public mutating func _merge(exchanging newer: inout Self) { merge(newer) }

  /// Nil, for types that are not an `OptionSet` over `UInt`.
  @inlinable
  public var _bits: UInt? { nil }

  /// Nil, for types that are not an `OptionSet` over `UInt`.
  @inlinable
  public static func _options(_ bits: UInt) -> Self? { nil }
}

// A plain value does not say how it merges. These conformances exist for the compiler's message only.

@available(*, unavailable, message: "NewestValue<Int> keeps the newest, OrderedUpdates all.")
extension Int: Mergeable {
  /// Unavailable: nothing says how values of this type merge.
  public mutating func merge(_ newer: Int) {}
}

@available(*, unavailable, message: "NewestValue<Double> keeps the newest, OrderedUpdates all.")
extension Double: Mergeable {
  /// Unavailable: nothing says how values of this type merge.
  public mutating func merge(_ newer: Double) {}
}

@available(*, unavailable, message: "NewestValue<String> keeps the newest, OrderedUpdates all.")
extension String: Mergeable {
  /// Unavailable: nothing says how values of this type merge.
  public mutating func merge(_ newer: String) {}
}
