/// Finds the best partition of updates into runs, again and again in the same room.
struct BestRuns: ~Copyable {
  /// A delivery, and the best way to come to it.
  private struct Step {
    /// When it reads what it shows; of row changes, when the last row comes.
    let read: UInt64
    /// The least that it costs to show all updates up to here.
    let least: Double
    /// The step before it; of row changes, the complement of that.
    let before: Int32
    /// How many updates have been shown after it.
    let shown: Int32
  }

  private var steps: UnsafeMutableBufferPointer<Step>
  /// How many steps were kept the last time.
  private(set) var count = 0
  private let capacity: Int
  private var reloads: LowerHull
  private var rows: LowerHull

  /// Room for `capacity` updates: 24 bytes for each step that is kept, and what the hulls come to hold.
  init(capacity: Int) {
    precondition(capacity < Int32.max / 4, "An optimum is of under 2^29 updates.")
    self.capacity = capacity
    steps = .allocate(capacity: capacity + 1)
    reloads = LowerHull(capacity: capacity)
    rows = LowerHull(capacity: capacity)
  }

  deinit { steps.deallocate() }

  /// What the best partition pays.
  mutating func schedule(_ runs: Runs, price: Double) -> Optimum.Schedule {
    find(runs, price)
    var schedule = Optimum.Schedule()
    walk { step, first in
      let last = Int(step.shown)
      let paid =
        if step.before < 0, let costs = runs.delivery.rows {
          runs.rows(from: first, to: last, costs)
        } else {
          runs.reload(from: first, to: last, read: step.read)
        }
      schedule.deliveries += 1
      schedule.mainNanoseconds += paid.main
      schedule.latencyNanoseconds += paid.latency
    }
    return schedule
  }

  /// How many updates have come where each run of the best partition ends, ascending.
  mutating func ends(_ runs: Runs, price: Double) -> [Int] {
    find(runs, price)
    var ends: [Int] = []
    walk { step, _ in ends.append(Int(step.shown)) }
    return ends.reversed()
  }

  /// The steps of the best partition from the last one back, each with how many updates were shown
  /// before it.
  private func walk(_ visit: (Step, Int) -> Void) {
    var step = steps[count - 1]
    while step.shown > 0 {
      let before = steps[Int(step.before < 0 ? ~step.before : step.before)]
      visit(step, Int(before.shown))
      step = before
    }
  }

  private mutating func find(_ runs: Runs, _ price: Double) {
    precondition(runs.count <= capacity, "There is room for as many updates as were asked for.")
    reloads.removeAll()
    rows.removeAll()
    count = 0
    append(Step(read: 0, least: 0, before: 0, shown: 0))
    guard runs.count > 0 else { return }
    if let costs = runs.delivery.rows { find(runs, costs, price) } else { findReloads(runs, price) }
  }

  @inline(__always)
  private mutating func append(_ step: Step) {
    if count == steps.count { makeRoom() }
    steps.initializeElement(at: count, to: step)
    count += 1
  }

  @inline(never)
  private mutating func makeRoom() {
    let more = UnsafeMutableBufferPointer<Step>.allocate(capacity: 2 * count)
    _ = more.moveInitialize(fromContentsOf: steps)
    steps.deallocate()
    steps = more
  }

  @inline(__always)
  private mutating func addLine(of number: Int, _ runs: Runs, _ price: Double) {
    let step = steps[number]
    reloads.add(
      number, fall: step.shown,
      intercept: runs.reloadIntercept(Int(step.shown), step.least, price))
  }

  /// Reloads that do not overlap. A reload of the best schedule reads when an update comes, or as soon
  /// as the one before it allows; what could have been begun sooner to show the same is not kept.
  private mutating func findReloads(_ runs: Runs, _ price: Double) {
    // The first step that no reload has followed so far.
    var (open, block) = (0, 0)
    var next = runs.next(after: 0, 0, &block)
    var (arrival, shown) = (0, 0)
    let hasTrains = price >= Optimum.priceOfTrains
    while true {
      let read = min(next, runs.read(arrival))
      guard read < .max else { return }
      while runs.time(shown) <= read { shown += 1 }
      let isOfUpdate = runs.read(arrival) == read
      while runs.read(arrival) == read { arrival += 1 }
      let follower = next == read ? open : nil
      if follower != nil {
        addLine(of: open, runs, price)
        open += 1
      }
      if !reloads.isEmpty {
        let best = reloads.lowest(at: price * runs.place(shown, read: read))
        let before = steps[best]
        let last = steps[count - 1]
        if isOfUpdate || best == follower, before.shown < shown {
          let cost =
            before.least
            + runs.reload(from: Int(before.shown), to: shown, read: read).cost(price)
          if last.shown < shown || cost < last.least {
            append(Step(read: read, least: cost, before: Int32(best), shown: Int32(shown)))
          }
        }
      }
      guard follower != nil || next == .max else { continue }
      let step = steps[min(open, count - 1)]
      next =
        open < count && step.shown < runs.count
        ? runs.next(after: step.read, Int(step.shown), hasTrains: hasTrains, &block) : .max
    }
  }

  /// Reloads and row changes, which may overlap: the best step for each number of updates.
  private mutating func find(
    _ runs: Runs, _ costs: (change: Double, layout: Double), _ price: Double
  ) {
    // The first step that no reload has followed so far.
    var (open, block) = (0, 0)
    var next = runs.next(after: 0, 0, overlaps: true, &block)
    for last in 1...runs.count {
      let first = last - 1
      rows.add(
        first, fall: Int32(first),
        intercept: runs.rowsIntercept(first, steps[first].least, price, costs))
      let changed = rows.lowest(at: price * runs.place(last, changing: costs))
      var best = Step(
        read: 0,
        least: steps[changed].least + runs.rows(from: changed, to: last, costs).cost(price),
        before: ~Int32(changed), shown: Int32(last))
      let read = runs.read(first)
      if !reloads.isEmpty, read < runs.time(last) {
        reload(reloads.lowest(at: price * runs.place(last, read: read)), read, runs, price, &best)
      }
      while open < last, next < runs.time(last) {
        reload(open, next, runs, price, &best)
        addLine(of: open, runs, price)
        open += 1
        if open < runs.count { next = runs.next(after: 0, open, overlaps: true, &block) }
      }
      append(best)
    }
  }

  /// Takes a reload after step `before` that reads at `read` instead of `best`, if that is cheaper.
  @inline(__always)
  private func reload(
    _ before: Int, _ read: UInt64, _ runs: Runs, _ price: Double, _ best: inout Step
  ) {
    let paid = runs.reload(from: Int(steps[before].shown), to: Int(best.shown), read: read)
    let cost = steps[before].least + paid.cost(price)
    guard cost < best.least else { return }
    best = Step(read: read, least: cost, before: Int32(before), shown: best.shown)
  }
}
