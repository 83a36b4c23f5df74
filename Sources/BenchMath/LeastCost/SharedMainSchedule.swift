/// A schedule of several views' deliveries on one main, found by someone who knows all arrivals.
///
/// It can be carried out: deliveries never overlap, each takes its whole time of main, none is
/// under way while main is blocked, and an update waits until the end of the first delivery of its
/// view that begins when it has come. So it pays no less than the best possible, and what
/// ``Optimum`` pays for each view alone is in sum no more. The truth lies between.
///
/// It begins with the runs that are best for each view alone, at its price and at lower ones: where
/// a delivery makes other views wait, fewer and longer runs are better. Each set of runs is put on
/// main by ``SmithsRule``, the first one also in the order in which the runs end. That takes
/// O(n log n). The cheapest orders are then changed step by step as long as that helps, and the
/// best of them once more after a few changes at random (the same ones each time). That plays a
/// bounded number of deliveries: an order of thousands stays about as it was put.
package struct SharedMainSchedule {
  /// From the price itself, halved each time.
  private static let prices = 8
  /// How many orders are changed.
  private static let starts = 4
  /// How often the best of them is begun with again.
  private static let restarts = 100
  /// How many deliveries are played for that in all: some milliseconds.
  private static let plays = 100_000

  /// An order that shows every update.
  private struct Order {
    var steps: [SharedMain.Step]
    var schedule: Optimum.Schedule
    var cost: Double
  }

  let main: SharedMain
  private let optimum: Optimum
  private(set) var playsLeft = Self.plays
  private var random = SeededGenerator(seed: 1)

  /// - Parameters:
  ///   - arrivals: when the updates of each view come, in nanoseconds, ascending.
  ///   - optimum: what a delivery takes, the price, and when main is blocked.
  package init(_ arrivals: [[UInt64]], _ optimum: Optimum) {
    main = SharedMain(arrivals, optimum.delivery, blocked: optimum.blocked)
    self.optimum = optimum
  }

  /// The cheapest schedule that it finds.
  package mutating func best() -> Optimum.Schedule {
    let bound = bound
    var best: Order?
    for order in cheapestOrders() {
      guard (best?.cost ?? .infinity) > bound else { break }
      let improved = order.cost > bound ? improve(order) : order
      if improved.cost < best?.cost ?? .infinity { best = improved }
    }
    guard var best else { return Optimum.Schedule() }
    for _ in 0..<Self.restarts where best.cost > bound && playsLeft > 0 {
      guard let other = order(shaken(best.steps)) else { continue }
      let improved = improve(other)
      if improved.cost < best.cost { best = improved }
    }
    return best.schedule
  }

  /// What every schedule pays at least, and as much more as rounding can make of it.
  private var bound: Double {
    main.arrivals.reduce(0) { $0 + optimum.schedule(arrivals: $1).cost(price: optimum.price) }
      * (1 + 1e-12)
  }

  /// The cheapest of the orders to begin with, ascending in cost.
  private func cheapestOrders() -> [Order] {
    var cheapest: [Order] = []
    for halvings in 0..<Self.prices {
      let price = optimum.price * Double(sign: .plus, exponent: -halvings, significand: 1)
      let single = Optimum(delivery: optimum.delivery, price: price, blocked: optimum.blocked)
      let runEnds = main.arrivals.map { single.runEnds(arrivals: $0) }
      var rule = SmithsRule(main, runEnds: runEnds)
      var orders = [rule.steps()]
      if halvings == 0 { orders.append(inTurn(runEnds)) }
      for order in orders.compactMap(order)
      where !cheapest.contains(where: { $0.cost == order.cost }) {
        cheapest.append(order)
        cheapest.sort { $0.cost < $1.cost }
        cheapest = Array(cheapest.prefix(Self.starts))
      }
    }
    return cheapest
  }

  private func inTurn(_ runEnds: [[Int]]) -> [SharedMain.Step] {
    func arrival(_ step: SharedMain.Step) -> UInt64 { main.arrivals[step.view][step.last - 1] }
    let steps = runEnds.enumerated().flatMap { view, ends in
      ends.map { SharedMain.Step(view: view, last: $0) }
    }
    return steps.sorted { arrival($0) < arrival($1) }
  }

  /// What the order pays; nil where it does not show everything.
  private func order(_ steps: [SharedMain.Step]) -> Order? {
    let end = main.play(steps)
    guard zip(end.shown, main.arrivals).allSatisfy({ $0 == $1.count }) else { return nil }
    return Order(
      steps: steps, schedule: end.schedule, cost: end.schedule.cost(price: optimum.price))
  }

  /// Takes, at each step in turn, the first change that makes the order cheaper, until none does.
  private mutating func improve(_ order: Order) -> Order {
    var best = order
    var hasImproved = true
    while hasImproved {
      hasImproved = false
      best.steps = main.needed(best.steps)
      var position = 0
      while position < best.steps.count {
        if let cheaper = cheaper(best, at: position) {
          best = cheaper
          hasImproved = true
        }
        position += 1
      }
    }
    return best
  }

  private mutating func cheaper(_ order: Order, at position: Int) -> Order? {
    guard playsLeft > 0 else { return nil }
    for change in changes(of: order.steps, at: position) where playsLeft > 0 {
      playsLeft -= order.steps.count
      guard let other = self.order(change.applied(to: order.steps)) else { continue }
      if other.cost < order.cost * (1 - 1e-9) { return other }
    }
    return nil
  }

  /// The steps with two changes at random.
  private mutating func shaken(_ steps: [SharedMain.Step]) -> [SharedMain.Step] {
    var steps = steps
    for _ in 0..<2 where !steps.isEmpty {
      let position = Int(random.next() % UInt64(steps.count))
      let changes = changes(of: steps, at: position)
      steps = changes[Int(random.next() % UInt64(changes.count))].applied(to: steps)
    }
    return steps
  }
}

extension SharedMainSchedule {
  /// One step taken out, another put in, or both.
  struct Change {
    /// Where a step is taken out; nil for nowhere.
    var removed: Int?
    /// What is put in, and where, counted when the other one is out; nil for nothing.
    var added: (step: SharedMain.Step, position: Int)?

    func applied(to steps: [SharedMain.Step]) -> [SharedMain.Step] {
      var steps = steps
      if let removed { steps.remove(at: removed) }
      if let added { steps.insert(added.step, at: added.position) }
      return steps
    }
  }

  /// How far a step is moved, in the order and in instants of arrival.
  private static let reach = 4

  /// What can be tried with the step at `position`: to leave it out, to move it, to have it wait
  /// for more or for fewer updates, to make a delivery for fewer of them before it.
  func changes(of steps: [SharedMain.Step], at position: Int) -> [Change] {
    let own = steps[position]
    let places = max(0, position - Self.reach)...min(steps.count - 1, position + Self.reach)
    let others = instants(near: own)
    var changes = [Change(removed: position)]
    for place in places {
      for step in [own] + others where place != position || step.last != own.last {
        changes.append(Change(removed: position, added: (step, place)))
      }
    }
    for place in places where place <= position {
      for step in others where step.last < own.last {
        changes.append(Change(added: (step, place)))
      }
    }
    return changes
  }

  /// The same delivery at the next and at the last few instants at which updates of its view come.
  private func instants(near step: SharedMain.Step) -> [SharedMain.Step] {
    let times = main.arrivals[step.view]
    var found: [Int] = []
    var last = step.last
    for _ in 0..<Self.reach where last < times.count {
      last = main.arrived(step.view, by: times[last], from: last)
      found.append(last)
    }
    last = step.last
    for _ in 0..<Self.reach {
      let time = times[last - 1]
      guard times[0] < time else { break }
      while times[last - 1] == time { last -= 1 }
      found.append(last)
    }
    return found.map { SharedMain.Step(view: step.view, last: $0) }
  }
}
