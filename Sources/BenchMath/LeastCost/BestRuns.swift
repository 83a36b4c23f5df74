/// Finds the best partition of updates into runs, each shown by one delivery.
struct BestRuns: ~Copyable {
  /// A delivery, with the cost of the best schedule that ends with it.
  private struct Step {
    /// When the delivery reads the model; 0 if deliveries may overlap.
    let read: UInt64
    /// How many updates have been shown once the delivery is over.
    let shown: Int32
    /// The least cost of showing the first `shown` updates if this delivery is the last one.
    let least: Double
    let schedule: Optimum.Schedule
  }

  private let runs: Runs
  private let price: Double
  /// The steps from number `dropped` on. Earlier ones are not kept, because no later step can follow them.
  private var steps = UnsafeMutableBufferPointer<Step>.allocate(capacity: 256)
  private var dropped = 0
  private var count = 0
  /// The number of the first step that no reload found so far can follow; its line is not yet in `reloads`.
  private var open = 0
  /// Where to continue the searches for the update that triggers the next reload and for the block that delays it.
  private var taken = 0, block = 0
  private var reloads: LowerHull
  private var rows = Successors()

  init(_ runs: Runs, price: Double) {
    precondition(runs.count < Int32.max / 4, "An optimum must have fewer than 2^29 updates.")
    self.runs = runs
    self.price = price
    reloads = LowerHull(capacity: runs.count)
    append(Step(read: 0, shown: 0, least: 0, schedule: Optimum.Schedule()))
  }

  deinit { steps.deallocate() }

  consuming func schedule() -> Optimum.Schedule {
    if runs.count > 0 {
      if let change = runs.delivery.rowChange { find(change) } else { findReloads() }
    }
    return step(count - 1).schedule
  }

  private func step(_ number: Int) -> Step { steps[number &- dropped] }

  @inline(__always)
  private mutating func append(_ step: Step) {
    if count - dropped == steps.count { makeRoom() }
    steps.initializeElement(at: count - dropped, to: step)
    count += 1
  }

  /// Drops steps that no later step can follow, and doubles the capacity if the remaining steps fill over half of it.
  @inline(never)
  private mutating func makeRoom() {
    let first = min(open, count - 1, reloads.firstNumber, rows.first)
    let old = steps
    if (count - first) * 2 > old.count { steps = .allocate(capacity: 2 * old.count) }
    _ = steps.update(fromContentsOf: old[first - dropped..<count - dropped])
    if steps.baseAddress != old.baseAddress { old.deallocate() }
    dropped = first
  }

  private func step(
    after before: Step, _ run: Optimum.Schedule, shown: Int, read: UInt64 = 0
  ) -> Step {
    Step(
      read: read, shown: Int32(truncatingIfNeeded: shown),
      least: before.least + run.cost(price: price), schedule: before.schedule + run)
  }

  private mutating func addLineOfOpen() {
    let step = step(open)
    reloads.add(
      open, fall: step.shown, intercept: runs.reloadIntercept(Int(step.shown), step.least, price))
    open += 1
  }

  /// The read time of the soonest possible reload after step `open`; `.max` if no reload can follow.
  @inline(__always)
  private mutating func nextAfterOpen() -> UInt64 {
    guard open < count else { return .max }
    let step = step(open)
    guard step.shown > 0 else { return runs.soonestRead(0, free: 0, &block) }
    guard step.shown < runs.count else { return .max }
    let begin = step.read - runs.delivery.readsAfter
    let trigger = runs.trigger(after: begin, &taken)
    return runs.soonestRead(trigger, free: runs.end(begin, Int(step.shown)), &block)
  }

  /// Like ``nextAfterOpen()``, for deliveries that may overlap. Here, step `open` shows the first `open` updates, and
  /// begins no sooner than `readsAfter` before the last of them arrives.
  private mutating func nextAfterOverlap() -> UInt64 {
    guard open > 0 else { return runs.soonestRead(0, free: 0, &block) }
    let (time, ahead) = (runs.time(open - 1), runs.delivery.readsAfter)
    return runs.soonestRead(runs.trigger(after: time - min(time, ahead), &taken), free: 0, &block)
  }

  /// Finds steps that are reloads and do not overlap. Skips reloads that could have begun sooner and shown the same.
  private mutating func findReloads() {
    var next = nextAfterOpen()
    var (arrival, arrivalRead) = (0, runs.read(0))
    var (shown, shownTime) = (0, runs.time(0))
    var last = step(0)
    while true {
      let read = min(next, arrivalRead)
      guard read < .max else { return }
      while shownTime <= read {
        shown += 1
        shownTime = runs.time(shown)
      }
      let isOfUpdate = arrivalRead == read
      while arrivalRead == read {
        arrival += 1
        arrivalRead = runs.read(arrival)
      }
      let follower = next == read ? open : nil
      if follower != nil { addLineOfOpen() }
      if !reloads.isEmpty {
        let best = reloads.lowest(at: price * runs.place(shown, read: read))
        let before = step(best)
        if isOfUpdate || best == follower, before.shown < shown {
          let run = runs.reload(from: Int(before.shown), to: shown, read: read)
          if last.shown < shown || before.least + run.cost(price: price) < last.least {
            last = step(after: before, run, shown: shown, read: read)
            append(last)
          }
        }
      }
      if follower != nil || next == .max { next = nextAfterOpen() }
    }
  }

  /// Finds steps that are reloads or row changes and may overlap: the best step for each number of updates shown.
  private mutating func find(_ change: Double) {
    var next = nextAfterOverlap()
    for last in 1...runs.count {
      let first = last - 1
      rows.add(first, upTo: runs.count) { [runs, price, steps, dropped] first, last in
        steps[first - dropped].least + runs.rows(from: first, to: last, change).cost(price: price)
      }
      let changed = rows.best(at: last)
      var best = step(after: step(changed), runs.rows(from: changed, to: last, change), shown: last)
      let (read, time) = (runs.read(first), runs.time(last))
      while open < last, next <= read {
        addLineOfOpen()
        next = nextAfterOverlap()
      }
      if !reloads.isEmpty, read < time {
        reload(reloads.lowest(at: price * runs.place(last, read: read)), read, &best)
      }
      while open < last, next < time {
        reload(open, next, &best)
        addLineOfOpen()
        next = nextAfterOverlap()
      }
      append(best)
    }
  }

  /// Replaces `best` with a reload after step `before` if the reload is cheaper.
  private func reload(_ before: Int, _ read: UInt64, _ best: inout Step) {
    let (last, step) = (Int(best.shown), step(before))
    let run = runs.reload(from: Int(step.shown), to: last, read: read)
    guard step.least + run.cost(price: price) < best.least else { return }
    best = self.step(after: step, run, shown: last)
  }
}
