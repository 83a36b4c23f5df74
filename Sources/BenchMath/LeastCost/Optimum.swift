import Dispatch
import Foundation

/// The least possible cost of showing one view's updates, for a scheduler that knows all arrivals in advance.
///
/// Cost = Σ main-thread time of deliveries + price × Σ latencies of updates, each until its delivery ends. This is the
/// dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott, "TCP dynamic acknowledgment delay: theory and practice",
/// STOC 1998; J. ACM 48(2), 2001), with deliveries as acknowledgements.
///
/// A reload shows every update that has arrived when the view reads the model: as the reload begins, or h later if
/// views read at the layout commit (``Delivery/readsAfter``). A reload *takes* all updates that arrive before it
/// begins, and at least the first one that arrives at that instant, like any strategy that takes all pending updates.
/// (At a high price, delivering each update alone may be cheaper.) The next reload may begin once the previous one is
/// over and there is an update that has not been taken.
///
/// The sum over several views on one main thread is a lower bound, although a view may read later than h after its
/// reload began. Proof: move each reload to the later of its beginning and h before the last update that it shows. The
/// moved reload shows the same, ends no later, and begins after the previous reload is over. If a moved reload A takes
/// the update that triggered the next reload B, A shows a later update without taking it, which then triggers B.
///
/// In an optimal schedule, each reload reads when an update arrives, or as soon as the previous reload allows. The
/// least cost V up to a reload is the minimum, over possible predecessors, of their V + the cost of the reload and its
/// updates. Apart from common terms, each sum is a line over price × place, of slope −(updates shown before). Slopes
/// descend as places and beginnings ascend, even if costs grow with the view, so a lower hull finds the minimum in
/// amortised O(1). A reload that reads as soon as its predecessor allows is kept only if no predecessor is better;
/// after a better one, it could have read sooner and shown the same. It is also dropped if an earlier reload shows the
/// same for less. The search takes O(k) for k reloads kept: under three per update in all measurements (not proven).
///
/// Row changes begin when their last update has arrived or, if a turn of the main thread also shows what arrives within
/// it, end one row later. A delivery that does not reload pays for at least the cheapest row, and for each
/// update that is the first of its row; this is exact if each update has its own row. With row changes, deliveries may overlap,
/// so the result is a lower bound. O(n log n).
package struct Optimum: Sendable {
  /// Main-thread time of a delivery, in nanoseconds.
  package struct Delivery: Sendable {
    /// The cost of a reload, including its layout commit.
    package var reload: Double
    /// The least cost of a changed row; nil if deliveries only reload.
    package var rowChange: Double?
    /// Whether row changes may begin before their last update arrives: then they end one row after it.
    package var areRowsDrained: Bool
    /// How long after its beginning a reload reads the model; at most ``reload``.
    package var readsAfter: UInt64

    package init(
      reload: Double, readsAfter: UInt64 = 0, rowChange: Double? = nil,
      areRowsDrained: Bool = false
    ) {
      precondition(Double(readsAfter) <= reload, "A reload must read the model before it ends.")
      self.reload = reload
      self.readsAfter = readsAfter
      self.rowChange = rowChange
      self.areRowsDrained = areRowsDrained
    }
  }

  package struct Arrivals: Sendable {
    /// The arrival times in nanoseconds, ascending.
    package var times: [UInt64]
    /// At n − 1: the extra nanoseconds of a delivery after which n updates are shown; ascending. Empty if always 0.
    package var growth: [Double]
    /// At n: the cost of changing the rows of the first n updates, each once. Empty if all have a row of their own and
    /// each costs the least.
    package var rowCosts: [Double]

    package init(times: [UInt64], growth: [Double] = [], rowCosts: [Double] = []) {
      self.times = times
      self.growth = growth
      self.rowCosts = rowCosts
    }
  }

  package struct Schedule: Sendable, Equatable {
    package var deliveries = 0
    package var mainNanoseconds = 0.0
    package var latencyNanoseconds = 0.0

    package func cost(price: Double) -> Double { mainNanoseconds + price * latencyNanoseconds }

    static func + (left: Schedule, right: Schedule) -> Schedule {
      Schedule(
        deliveries: left.deliveries + right.deliveries,
        mainNanoseconds: left.mainNanoseconds + right.mainNanoseconds,
        latencyNanoseconds: left.latencyNanoseconds + right.latencyNanoseconds)
    }
  }

  /// How many nanoseconds of main-thread time one nanosecond of an update's waiting is worth; 0 or more.
  package let price: Double
  let delivery: Delivery
  let blocked: [Range<UInt64>]

  /// No delivery can begin in a range of `blocked`. The ranges must ascend without overlaps.
  package init(delivery: Delivery, price: Double, blocked: [Range<UInt64>] = []) {
    precondition(price >= 0 && price.isFinite, "A price must be 0 or more, and finite.")
    self.delivery = delivery
    self.price = price
    self.blocked = blocked
  }

  package func schedule(_ arrivals: Arrivals) -> Schedule {
    BestRuns(Runs(arrivals, delivery, blocked: blocked), price: price).schedule()
  }

  /// The best schedule at each price, summed over views: a lower bound, because deliveries of two views cannot overlap.
  /// Calls `onPrice` after each price, on any thread.
  package static func schedules(
    _ arrivals: [Arrivals], _ delivery: Delivery, blocked: [Range<UInt64>], prices: [Double],
    onPrice: @Sendable () -> Void
  ) -> [Schedule] {
    let runs = arrivals.map { Runs($0, delivery, blocked: blocked) }
    let lock = NSLock()
    // Used under the lock only.
    nonisolated(unsafe) var found = [Schedule](repeating: Schedule(), count: prices.count)
    DispatchQueue.concurrentPerform(iterations: prices.count) { number in
      let best = runs.reduce(Schedule()) { $0 + BestRuns($1, price: prices[number]).schedule() }
      lock.withLock { found[number] = best }
      onPrice()
    }
    return lock.withLock { found }
  }
}
