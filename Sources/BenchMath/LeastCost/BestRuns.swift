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

  /// The steps that a later one may follow, from number `dropped` on: few, because the rest are
  /// behind what the hulls have passed.
  private var steps: UnsafeMutableBufferPointer<Step>
  private var dropped = 0
  /// The first step that no reload has followed so far.
  private var open = 0
  private var count = 0
  private let capacity: Int
  private var reloads: LowerHull
  private var rows: LowerHull

  init(capacity: Int) {
    precondition(capacity < Int32.max / 4, "An optimum is of under 2^29 updates.")
    self.capacity = capacity
    steps = .allocate(capacity: 256)
    reloads = LowerHull(capacity: capacity)
    rows = LowerHull(capacity: capacity)
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
    precondition(runs.count <= capacity, "There is room for as many updates as were asked for.")
    reloads.removeAll()
    rows.removeAll()
    (count, dropped, open) = (0, 0, 0)
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

  /// Drops what nothing follows any more, or doubles the room if that is little.
  @inline(never)
  private mutating func makeRoom() {
    let first = min(open, count - 1, reloads.firstNumber, rows.firstNumber)
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

  /// Reloads that do not overlap. Each reads when an update comes, or as soon as the one before it
  /// allows; what could begin sooner and show the same is dropped.
  private mutating func findReloads(_ runs: Runs, _ price: Double) {
    var block = 0
    var next = runs.next(after: 0, 0, &block)
    var (arrival, arrivalRead) = (0, runs.read(0))
    var (shown, shownTime) = (0, runs.time(0))
    var last = step(0)
    let hasTrains = price >= Optimum.priceOfTrains
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
      guard follower != nil || next == .max else { continue }
      let step = step(min(open, count - 1))
      next =
        open < count && step.shown < runs.count
        ? runs.next(after: step.read, Int(step.shown), hasTrains: hasTrains, &block) : .max
    }
  }

  /// Reloads and row changes, which may overlap: the best step for each number of updates.
  private mutating func find(
    _ runs: Runs, _ costs: (change: Double, layout: Double), _ price: Double
  ) {
    var block = 0
    var next = runs.next(after: 0, 0, overlaps: true, &block)
    var best = step(0)
    for last in 1...runs.count {
      let first = last - 1
      rows.add(
        first, fall: Int32(truncatingIfNeeded: first),
        intercept: runs.rowsIntercept(first, best.least, price, costs))
      let changed = rows.lowest(at: price * runs.place(last, changing: costs))
      let run = runs.rows(from: changed, to: last, costs)
      best = step(after: step(changed), run, price, shown: last)
      let (read, time) = (runs.read(first), runs.time(last))
      if !reloads.isEmpty, read < time {
        reload(reloads.lowest(at: price * runs.place(last, read: read)), read, runs, price, &best)
      }
      while open < last, next < time {
        reload(open, next, runs, price, &best)
        addLineOfOpen(runs, price)
        if open < runs.count { next = runs.next(after: 0, open, overlaps: true, &block) }
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
