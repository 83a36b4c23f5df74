/// A coalescer for each key: each at its own pace, so that one that changes all the time holds no other
/// up, and each its own debounce.
///
///     let drafts = KeyedCoalescer<Document.ID, UpdateCount>(.debounce(for: .seconds(1))) { id, _ in save(id) }
///     drafts.setNeedsUpdate(document.id)
///
/// Drawback: each key takes a timer and about 2 kB, until ``cancel(_:)``.
///
/// Thread safety: every member may be used from any thread.
public final class KeyedCoalescer<Key: Hashable & Sendable, Update: Mergeable>: Sendable {
  private let coalescers = Locked<[Key: Coalescer<Update>]>([:])
  private let make: @Sendable (Key) -> Coalescer<Update>

  /// Makes one without keys.
  /// - Parameters:
  ///   - pace: that of each key.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - handler: called on the main actor with the key and everything that was merged for it.
  public init(
    _ pace: Pace, in group: CoalescerGroup? = nil,
    onDelivery handler: @escaping @MainActor (Key, Update) -> Void
  ) {
    make = { key in Coalescer(pace, in: group) { handler(key, $0) } }
  }

  /// Makes one without keys, for a queue of one's own or for virtual time.
  /// - Parameters:
  ///   - pace: that of each key.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - scheduler: provides time, timers and the main thread.
  ///   - handler: called on the scheduler's main thread with the key and everything that was merged for
  ///     it.
  public init(
    _ pace: Pace, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler,
    onDelivery handler: @escaping @Sendable (Key, Update) -> Void
  ) {
    make = { key in
      Coalescer(pace, in: group, scheduler: scheduler, onDelivery: { handler(key, $0) })
    }
  }

  /// The coalescer of a key, made when it is asked for first; for its bounds, pauses and counts.
  public subscript(key: Key) -> Coalescer<Update> {
    coalescers.withLock { coalescers in
      if let known = coalescers[key] { return known }
      let new = make(key)
      coalescers[key] = new
      return new
    }
  }

  /// Merges one update of a key.
  public func submit(_ update: Update, for key: Key) { self[key].submit(update) }

  /// Merges a plain value of a key.
  public func submit(_ plain: Update.Plain, for key: Key) where Update: PlainUpdate {
    self[key].submit(plain)
  }

  /// Merges one update of a key.
  public func setNeedsUpdate(_ key: Key) where Update == UpdateCount { submit(.one, for: key) }

  /// Ends the coalescer of a key and forgets it.
  public func cancel(_ key: Key) { coalescers.withLock { $0.removeValue(forKey: key) }?.cancel() }
}
