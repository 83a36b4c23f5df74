/// An update that can be merged with a newer one while both wait for the same delivery.
///
/// Merging must be associative. State signals merge (counts add, flags unite, the newest value
/// replaces); the elements of an ordered list are appended and never dropped.
///
/// Ready-made: ``UpdateCount``, ``UpdateFlags``, ``NewestValue``, ``NewestByKey``, ``ChangedIDs``,
/// ``OrderedUpdates``. An `OptionSet` of your own conforms with no code at all:
///
///     struct Sections: OptionSet, Mergeable { let rawValue: UInt }
public protocol Mergeable: Sendable {
  /// Where pending updates of this type wait; a lock by default, an atomic where one suffices.
  associatedtype Pending: PendingUpdates<Self> = LockedPending<Self>

  /// Takes in `newer`, which was submitted after `self`.
  ///
  /// Runs in `submit`, on any thread, under a lock by default: keep it short, call nothing out.
  mutating func merge(_ newer: Self)

  /// How many updates this value stands for; 1 where merging forgets the number. A value that stands
  /// for none is not delivered.
  var updateCount: Int { get }
}

extension Mergeable {
  /// One: merged state forgets how many submissions it came from.
  @inlinable
  public var updateCount: Int { 1 }
}
