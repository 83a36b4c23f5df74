/// Finds the best partition of updates into runs, reusing its memory.
struct BestRuns: ~Copyable {
  /// A delivery, with the cost of the best way to it.
  private struct Step {
    /// When it reads what it shows; 0 if deliveries may overlap.
    let read: UInt64
    /// The least that it costs to show all updates up to here.
    let least: Double
    let main: Double, latency: Double
    let deliveries: Int32
    /// How many updates have been shown after it.
    let shown: Int32
  }

  /// The steps from number `dropped` on, which a later one may follow; the hulls have passed the others.
  private var steps: UnsafeMutableBufferPointer<Step>
  private var dropped = 0
  /// The first step without a reload after it.
  private var open = 0
  /// The last known position of the search for the update that triggers the next reload.
  private var taken = 0
  private var count = 0
  private let capacity: Int
  private var reloads: LowerHull
  private var rows = Successors()

  init(capacity: Int) {
    precondition(capacity < Int32.max / 4, "An optimum takes fewer than 2^29 updates.")
    self.capacity = capacity
    steps = .allocate(capacity: 256)
    reloads = LowerHull(capacity: capacity)
  }

  deinit { steps.deallocate() }

  mutating func schedule(_ runs: Runs, price: Double) -> Optimum.Schedule {
    find(runs, price)
    let last = step(count - 1)
    return Optimum.Schedule(
      deliveries: Int(last.deliveries), mainNanoseconds: last.main,
      latencyNanoseconds: last.latency)
  }

  private mutating func find(_ runs: Runs, _ price: Double) {
    precondition(runs.count <= capacity, "More updates than the capacity.")
    reloads.removeAll()
    rows.removeAll()
    (count, dropped, open, taken) = (0, 0, 0, 0)
    append(Step(read: 0, least: 0, main: 0, latency: 0, deliveries: 0, shown: 0))
    guard runs.count > 0 else { return }
    if let costs = runs.delivery.rows { find(runs, costs, price) } else { findReloads(runs, price) }
  }

  @inline(__always)
  private func step(_ number: Int) -> Step { steps[number &- dropped] }

  @inline(__always)
  private mutating func append(_ step: Step) {
    if count - dropped == steps.count { makeRoom() }
    steps.initializeElement(at: count - dropped, to: step)
    count += 1
  }

  /// Drops steps that nothing follows any more, or doubles the room if they are few.
  @inline(never)
  private mutating func makeRoom() {
    let first = min(open, count - 1, reloads.firstNumber, rows.first)
    let old = steps
    if (count - first) * 2 > old.count { steps = .allocate(capacity: 2 * old.count) }
    for number in first..<count {
      steps.initializeElement(at: number - first, to: old[number - dropped])
    }
    if steps.baseAddress != old.baseAddress { old.deallocate() }
    dropped = first
  }

  @inline(__always)
  private func step(
    after before: Step, _ run: Runs.Run, _ price: Double, shown: Int, read: UInt64 = 0
  ) -> Step {
    Step(
      read: read, least: before.least + run.cost(price), main: before.main + run.main,
      latency: before.latency + run.latency, deliveries: before.deliveries &+ 1,
      shown: Int32(truncatingIfNeeded: shown))
  }

  @inline(__always)
  private mutating func addLineOfOpen(_ runs: Runs, _ price: Double) {
    let step = step(open)
    reloads.add(
      open, fall: step.shown,
      intercept: runs.reloadIntercept(Int(step.shown), step.least, price))
    open += 1
  }

  /// When the soonest reload after step `open` reads; `.max` if that has shown all updates.
  @inline(__always)
  private mutating func nextAfterOpen(_ runs: Runs, _ block: inout Int) -> UInt64 {
    guard open < count else { return .max }
    let step = step(open)
    guard step.shown > 0 else { return runs.next(0, free: 0, &block) }
    guard step.shown < runs.count else { return .max }
    let begin = step.read - runs.delivery.readsAfter
    let trigger = runs.trigger(after: begin, &taken)
    return runs.next(trigger, free: runs.end(begin, Int(step.shown)), &block)
  }

  /// The same if deliveries may overlap. Step `open` shows as many updates: it began when the last of them had come,
  /// or, if it was a reload, as much sooner as that reads later.
  @inline(__always)
  private mutating func nextAfterOverlap(_ runs: Runs, _ block: inout Int) -> UInt64 {
    guard open > 0 else { return runs.next(0, free: 0, &block) }
    let (time, ahead) = (runs.time(open - 1), runs.delivery.readsAfter)
    return runs.next(runs.trigger(after: time - min(time, ahead), &taken), free: 0, &block)
  }

  /// Finds reloads that do not overlap. Drops those that could begin sooner and show the same.
  private mutating func findReloads(_ runs: Runs, _ price: Double) {
    var block = 0
    var next = nextAfterOpen(runs, &block)
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
      if follower != nil { addLineOfOpen(runs, price) }
      if !reloads.isEmpty {
        let best = reloads.lowest(at: price * runs.place(shown, read: read))
        let before = step(best)
        if isOfUpdate || best == follower, before.shown < shown {
          let run = runs.reload(from: Int(before.shown), to: shown, read: read)
          if last.shown < shown || before.least + run.cost(price) < last.least {
            last = step(after: before, run, price, shown: shown, read: read)
            append(last)
          }
        }
      }
      if follower != nil || next == .max { next = nextAfterOpen(runs, &block) }
    }
  }

  /// Finds reloads and row changes, which may overlap: the best step for each number of updates.
  private mutating func find(
    _ runs: Runs, _ costs: (change: Double, layout: Double), _ price: Double
  ) {
    var block = 0
    var next = nextAfterOverlap(runs, &block)
    for last in 1...runs.count {
      let first = last - 1
      rows.add(first, upTo: runs.count) { [steps, dropped] first, last in
        steps[first - dropped].least + runs.rows(from: first, to: last, costs).cost(price)
      }
      let changed = rows.best(at: last)
      var best = step(
        after: step(changed), runs.rows(from: changed, to: last, costs), price, shown: last)
      let (read, time) = (runs.read(first), runs.time(last))
      while open < last, next <= read {
        addLineOfOpen(runs, price)
        next = nextAfterOverlap(runs, &block)
      }
      if !reloads.isEmpty, read < time {
        reload(reloads.lowest(at: price * runs.place(last, read: read)), read, runs, price, &best)
      }
      while open < last, next < time {
        reload(open, next, runs, price, &best)
        addLineOfOpen(runs, price)
        next = nextAfterOverlap(runs, &block)
      }
      append(best)
    }
  }

  /// Replaces `best` by a reload after step `before`, if that is cheaper.
  @inline(__always)
  private func reload(
    _ before: Int, _ read: UInt64, _ runs: Runs, _ price: Double, _ best: inout Step
  ) {
    let (last, step) = (Int(best.shown), step(before))
    let run = runs.reload(from: Int(step.shown), to: last, read: read)
    guard step.least + run.cost(price) < best.least else { return }
    best = self.step(after: step, run, price, shown: last)
  }
}
