/// An update that deliveries may take in parts: see ``Portion``.
///
/// ``OrderedUpdates``, ``ChangedIDs`` and ``NewestByKey`` can be divided. A type of your own needs one more method than
/// ``Mergeable`` requires:
///
///     struct Samples: Divisible {
///       var values: Deque<Double>
///       var updateCount: Int { values.count }
///       mutating func merge(_ newer: Samples) { values += newer.values }
///       mutating func removeFirst(_ count: Int) -> Samples {
///         defer { values.removeFirst(count) }
///         return Samples(values: Deque(values.prefix(count)))
///       }
///     }
public protocol Divisible: Mergeable {
  /// Removes the oldest `count` elements and returns them; ``Mergeable/updateCount`` is the number of elements, and more
  /// than `count`. Merging the returned elements with the rest must restore the update. Called on the main thread while
  /// submissions wait, like ``Mergeable/merge(_:)``, so it should take O(`count`), amortised.
  mutating func removeFirst(_ count: Int) -> Self

  /// Keeps the elements in the order of their arrival from now on. Apps need not implement this.
  mutating func _keepOrder()
}

extension Divisible {
  /// Does nothing, for types that keep the order anyway.
  public mutating func _keepOrder() {}
}

extension Coalescer {
  /// Makes a coalescer whose deliveries take portions, without a handler; updates wait until one is set. The other
  /// parameters are those of ``init(_:on:keepsUndelivered:)``.
  /// `portion` is how many of the pending elements a delivery takes.
  public convenience init(
    _ pace: Pace = .adaptive, portion: Portion, on place: DeliveryPlace = .main,
    keepsUndelivered: Bool = true
  ) where Update: Divisible {
    self.init(pace, on: place, keepsUndelivered: keepsUndelivered)
    setLimit(.max, portion)
  }

  /// Keeps only the newest `count` elements, by `cut`, and lets each delivery take a portion of them.
  func setLimit(
    _ count: Int, _ portion: Portion, _ cut: (@Sendable (inout Update?, Int) -> Update?)? = nil
  ) where Update: Divisible {
    let size = PortionSize(portion)
    let portions = size.map { [scheduler = engine.scheduler] _ in
      LockedUpdates<Update>.Portions(
        keepOrder: { $0?._keepOrder() }, removeFirst: { $0?.removeFirst($1) },
        now: { scheduler.nowNanoseconds })
    }
    outbox.store.locked?.setLimit(LockedUpdates.Limit(count, portions: portions, cut))
    engine.setPortion(size)
  }
}
