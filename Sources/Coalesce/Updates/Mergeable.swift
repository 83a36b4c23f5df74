/// An update that can be merged with a newer one while both wait for the same delivery.
///
/// Merging must be associative. Counts add, flags unite, the newest value replaces, and the
/// elements of an ordered list are appended and never dropped.
///
/// Use one of these: ``UpdateCount``, ``UpdateFlags``, ``NewestValue``, ``NewestByKey``,
/// ``ChangedIDs``, ``OrderedUpdates``. An `OptionSet` of your own needs no code to conform:
///
///     struct Sections: OptionSet, Mergeable { let rawValue: UInt }
public protocol Mergeable: Sendable {
  /// The store for pending updates of this type: one with a lock by default, an atomic where that
  /// will do.
  associatedtype Pending: PendingUpdates<Self> = LockedPending<Self>

  /// Takes in `newer`, which was submitted after `self`.
  ///
  /// Runs inside `submit`, on any thread, by default under a lock: keep it short, and do not call
  /// code outside.
  mutating func merge(_ newer: Self)

  /// As ``merge(_:)``, but leaves in `newer` what it replaces. Stores call this under their lock and release
  /// what is left outside it, for a `deinit` may call code that submits.
  ///
  /// By default it is ``merge(_:)``, and what that replaces is released at once.
  mutating func merge(exchanging newer: inout Self)

  /// How many updates this value stands for; 1 if merging forgets the number. A value that stands
  /// for none is not delivered.
  var updateCount: Int { get }
}

extension Mergeable {
  /// 1, for merged state forgets how many submissions it came from.
  @inlinable
  public var updateCount: Int { 1 }

  /// Merges, and leaves `newer` as it is.
  @inlinable
  public mutating func merge(exchanging newer: inout Self) { merge(newer) }
}

/// The place where merged updates wait until they are delivered.
///
/// It counts *submissions*. Merging returns how many are pending, and that number alone says
/// whether a delivery has to be arranged. There is no second flag that could disagree with it.
///
/// Thread safety: every member may be used from any thread, even under a strategy's own lock. So no
/// member calls anything that might submit.
public protocol PendingUpdates<Update>: AnyObject, Sendable {
  /// The type of the pending updates.
  associatedtype Update: Sendable

  /// Makes an empty store.
  init()

  /// Merges `update` in. Returns how many submissions are now pending, each counted as
  /// ``Mergeable/updateCount`` says; 0 if none is, as after updates that cancel out.
  ///
  /// Acquiring and releasing: what the caller did before this is visible after ``takeAll()``.
  func merge(_ update: consuming Update) -> Int

  /// Empties the store and returns what was in it and how many submissions that came from; nil if it
  /// was empty.
  func takeAll() -> (update: Update, submissions: Int)?

  /// Puts back what was taken and not delivered, beneath what has come since.
  func putBack(_ older: Update)

  /// How many submissions are pending: what the last ``merge(_:)`` returned, or 0 after ``takeAll()``.
  ///
  /// It must be a read-modify-write, acquiring and releasing, and not a load. A load may overtake
  /// the store before it, and then neither side sees the other (litmus test: 28 639 of 3.9
  /// million).
  func submissions() -> Int

  /// How many updates are pending, as ``UpdateStrategy/pendingCount`` says.
  var count: Int { get }
}

extension PendingUpdates {
  /// Empties the store and returns what was in it; nil if it was empty.
  public func take() -> Update? { takeAll()?.update }
}
