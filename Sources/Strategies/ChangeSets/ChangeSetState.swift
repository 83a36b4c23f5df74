/// Where ``ChangeSets`` stands; a pure value, whose methods answer what is to be done.
///
/// A generation is one way from the visible rows to newer ones, from the difference to its end in
/// the view. Whatever comes back with another generation than the present one is void.
struct ChangeSetState<Row: Sendable> {
  typealias Completion = @Sendable () -> Void

  /// Submissions and what to tell whom when the view shows them.
  struct Submissions {
    var count = 0
    var completions: [Completion] = []

    mutating func take(_ other: inout Submissions) {
      count += other.count
      completions += other.completions
      other = Submissions()
    }
  }

  /// What a difference starts from; nil where the view has shown nothing yet.
  struct Base {
    let rows: [Row]?
  }

  /// Both must have ended before the next difference may be computed: the handler has returned, and
  /// the view has said that the update is completed.
  enum Part { case handler, view }

  /// What follows the end of a generation.
  struct Followup {
    var completions: [Completion] = []
    /// The generation to compute a difference for; nil where nothing waits.
    var next: UInt64?
  }

  private enum Phase {
    case idle, computing, applying(ended: Part?), cancelled
  }

  private var phase = Phase.idle
  private var generation: UInt64 = 0
  private var waiting = Submissions()
  /// Those that the present generation shows.
  private var taken = Submissions()
  private var visible: [Row]?

  var pendingCount: Int {
    if case .computing = phase { waiting.count + taken.count } else { waiting.count }
  }

  /// Returns the generation to compute a difference for; nil where one is under way, which has to
  /// end first.
  mutating func submit(_ count: Int, _ completion: Completion?) -> UInt64? {
    if case .cancelled = phase { return nil }
    waiting.count += count
    if let completion { waiting.completions.append(completion) }
    guard case .idle = phase else { return nil }
    return beginGeneration(.computing)
  }

  /// Before the snapshot is taken: it shows what has been submitted by now. What is submitted later
  /// waits, for it may have come too late.
  mutating func beginDifference(_ generation: UInt64) -> Base? {
    guard generation == self.generation, case .computing = phase else { return nil }
    taken.take(&waiting)
    return Base(rows: visible)
  }

  /// Returns whether the difference of that generation may be delivered.
  mutating func beginDelivery(_ generation: UInt64) -> Bool {
    guard generation == self.generation, case .computing = phase else { return false }
    phase = .applying(ended: nil)
    return true
  }

  /// Takes over whatever is under way. Returns the generation to deliver, nil if nothing is pending.
  mutating func beginFlush() -> UInt64? {
    guard pendingCount > 0 else { return nil }
    taken.take(&waiting)
    return beginGeneration(.applying(ended: nil))
  }

  /// Makes `rows` the visible ones. Hands back those before, to be dropped outside the lock.
  mutating func exchangeVisible(_ rows: inout [Row]?, _ generation: UInt64) {
    if generation == self.generation { swap(&rows, &visible) }
  }

  /// Ends one part of a delivery. Returns what follows once the other part has ended, too.
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

  /// Makes everything under way void. Hands back what is to be dropped outside the lock.
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
