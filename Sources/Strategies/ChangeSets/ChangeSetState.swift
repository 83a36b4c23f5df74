/// The state of ``ChangeSets``, a pure value. A generation lasts from the request for a difference, or from a flush, to
/// the end of its delivery. Results of older generations are ignored.
struct ChangeSetState<Row: Sendable> {
  typealias Completion = @Sendable () -> Void

  struct Submissions {
    var count = 0
    var completions: [Completion] = []

    mutating func take(_ other: inout Submissions) {
      count += other.count
      completions += other.completions
      other = Submissions()
    }
  }

  struct Base {
    /// The rows that the view shows; nil before the first delivery.
    let rows: [Row]?
  }

  /// The parts of a delivery: the handler's run and the view's update. The next difference waits until both have ended.
  enum Part { case handler, view }

  struct Followup {
    let completions: [Completion]
    /// The generation to compute a difference for; nil if no submission is waiting.
    let next: UInt64?
  }

  private enum Phase {
    case idle, computing, applying(ended: Part?), cancelled
  }

  private var phase = Phase.idle
  private var generation: UInt64 = 0
  private var waiting = Submissions()
  /// The submissions that the current generation shows.
  private var taken = Submissions()
  private var visible: [Row]?

  var pendingCount: Int {
    if case .computing = phase { waiting.count + taken.count } else { waiting.count }
  }

  /// Adds `count` updates. Returns the generation to compute a difference for; nil during another or after a cancel.
  mutating func submit(_ count: Int, _ completion: Completion?) -> UInt64? {
    if case .cancelled = phase { return nil }
    waiting.count += count
    if let completion { waiting.completions.append(completion) }
    guard case .idle = phase else { return nil }
    return beginGeneration(.computing)
  }

  /// Takes the waiting submissions and returns the visible rows; nil if `generation` is over. Call this before taking
  /// the snapshot: later submissions wait, because the snapshot may miss them.
  mutating func beginDifference(_ generation: UInt64) -> Base? {
    guard generation == self.generation, case .computing = phase else { return nil }
    taken.take(&waiting)
    return Base(rows: visible)
  }

  mutating func beginDelivery(_ generation: UInt64) -> Bool {
    guard generation == self.generation, case .computing = phase else { return false }
    phase = .applying(ended: nil)
    return true
  }

  /// Returns the generation to deliver; nil if nothing is pending.
  mutating func beginFlush() -> UInt64? {
    guard pendingCount > 0 else { return nil }
    taken.take(&waiting)
    return beginGeneration(.applying(ended: nil))
  }

  /// If `generation` is current, swaps `rows` and the visible rows, so that the old rows are released outside the lock.
  mutating func exchangeVisible(_ rows: inout [Row]?, _ generation: UInt64) {
    if generation == self.generation { swap(&rows, &visible) }
  }

  /// Ends one part of a delivery. Returns the followup once both parts have ended, otherwise nil.
  mutating func end(_ part: Part, _ generation: UInt64) -> Followup? {
    guard generation == self.generation, case .applying(let ended) = phase, ended != part else {
      return nil
    }
    guard ended != nil else {
      phase = .applying(ended: part)
      return nil
    }
    phase = .idle
    let followup = Followup(
      completions: taken.completions,
      next: waiting.count > 0 ? beginGeneration(.computing) : nil)
    taken = Submissions()
    return followup
  }

  /// Ends what is under way and makes later calls do nothing. Returns the old state, to be released outside the lock.
  mutating func cancel() -> ChangeSetState {
    let dropped = self
    self = ChangeSetState()
    _ = beginGeneration(.cancelled)
    generation += dropped.generation
    return dropped
  }

  private mutating func beginGeneration(_ phase: Phase) -> UInt64 {
    self.phase = phase
    generation += 1
    return generation
  }
}
