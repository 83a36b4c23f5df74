/// The place where merged updates wait until they are delivered.
///
/// Its being empty is the one fact that says whether a delivery has been arranged: whoever merges
/// into an empty store arranges one, and taking empties it *before* the delivery reads the model.
/// There is no second flag that could disagree.
///
/// Thread safety: every member may be used from any thread, also under a strategy's own lock, so none
/// of them calls anything that may submit.
public protocol PendingUpdates<Update>: AnyObject, Sendable {
  /// What waits here.
  associatedtype Update: Sendable

  /// Makes an empty store.
  init()

  /// Merges `update` in. Answers whether the store was empty before and no longer is; an update
  /// that stands for none leaves an empty store empty.
  func merge(_ update: Update) -> Bool

  /// Empties the store and answers what was in it; nil if that was nothing.
  func take() -> Update?

  /// How many updates wait here.
  var count: Int { get }
}
