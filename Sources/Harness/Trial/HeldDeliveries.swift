import Strategies

/// What was delivered while the user scrolls, and waits to be caught up with.
struct HeldDeliveries {
  private(set) var sections: UInt = 0
  private(set) var updates: [(ListUpdate<ListRow>, completed: @Sendable () -> Void)] = []

  var count: Int { (sections == 0 ? 0 : 1) + updates.count }

  /// A reload, of these sections; single changes are caught up with by a reload, too.
  mutating func hold(_ sections: UInt) { self.sections |= sections }

  mutating func hold(
    _ update: ListUpdate<ListRow>, _ completed: @escaping @Sendable () -> Void
  ) {
    updates.append((update, completed))
  }
}
