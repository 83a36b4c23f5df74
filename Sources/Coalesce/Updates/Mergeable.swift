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

/// The place where merged updates wait until they are delivered.
///
/// It counts *submissions*: whoever merges learns how many wait, and that number alone says whether
/// somebody has to arrange a delivery. There is no second flag that could disagree.
///
/// Thread safety: every member may be used from any thread, also under a strategy's own lock, so none
/// of them calls anything that may submit.
public protocol PendingUpdates<Update>: AnyObject, Sendable {
  /// What waits here.
  associatedtype Update: Sendable

  /// Makes an empty store.
  init()

  /// Merges `update` in. Answers how many submissions wait now, each counted as
  /// ``Mergeable/updateCount`` says; 0 where nothing waits, as after updates that cancel out.
  ///
  /// Acquiring and releasing: what the caller did before is seen by whoever takes.
  func merge(_ update: Update) -> Int

  /// Empties the store and answers what was in it; nil if that was nothing.
  func take() -> Update?

  /// What ``merge(_:)`` would have answered last.
  ///
  /// A read-modify-write, acquiring and releasing, and not a load: a load may overtake the store
  /// that went before it, and then neither side sees the other (litmus test: 28 639 of 3.9 million).
  func submissions() -> Int

  /// How many updates wait here, as ``UpdateStrategy/pendingCount`` says.
  var count: Int { get }
}
