import Coalesce

/// Updates that wait in the order of their submission, each of which is prepared before it leaves.
///
/// Thread safety: `prepareNext` by one caller at a time; everything else from any thread.
final class PreparedUpdates<Update: Sendable>: Sendable {
  private struct State {
    var raw = FIFO<Update>()
    /// Gone if somebody has taken it who would not wait.
    var underWay: (number: Int, update: Update)?
    var prepared = FIFO<Update>()
    var nextNumber = 0

    mutating func begin() -> (number: Int, update: Update)? {
      guard let update = raw.popFirst() else { return nil }
      defer { nextNumber += 1 }
      underWay = (nextNumber, update)
      return underWay
    }

    mutating func end(_ number: Int, _ update: Update) {
      guard underWay?.number == number else { return }
      underWay = nil
      prepared.append(update)
    }

    mutating func popUnprepared() -> Update? {
      defer { underWay = nil }
      return underWay?.update ?? raw.popFirst()
    }
  }

  private let state = Locked(State())
  private let prepare: @Sendable (Update) -> Update

  init(prepare: @escaping @Sendable (Update) -> Update) { self.prepare = prepare }

  var count: Int {
    state.withLock { $0.raw.count + ($0.underWay == nil ? 0 : 1) + $0.prepared.count }
  }

  func append(_ update: Update) { state.withLock { $0.raw.append(update) } }

  /// Prepares the first that is not, if there is one.
  func prepareNext() {
    guard let (number, update) = state.withLock({ $0.begin() }) else { return }
    let prepared = prepare(update)
    state.withLock { $0.end(number, prepared) }
  }

  func popPrepared() -> Update? { state.withLock { $0.prepared.popFirst() } }

  /// Takes the first and, if nobody has done so yet, prepares it here.
  ///
  /// Both looks under one lock: between two of them the queue may end the first and begin the second,
  /// which would then be taken before the first.
  func popFirst() -> Update? {
    let (prepared, unprepared) = state.withLock { state -> (Update?, Update?) in
      if let update = state.prepared.popFirst() { return (update, nil) }
      return (nil, state.popUnprepared())
    }
    return prepared ?? unprepared.map(prepare)
  }

  /// Drops everything, outside the lock, for what is dropped may call out when it ends.
  func removeAll() {
    var dropped = State()
    state.withLock { state in
      dropped.nextNumber = state.nextNumber
      swap(&state, &dropped)
    }
  }
}
