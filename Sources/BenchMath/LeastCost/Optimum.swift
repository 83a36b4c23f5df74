import Dispatch
import Foundation

/// The least that a scheduler could pay that knows all arrivals beforehand, for the updates of one view.
///
/// Cost = Σ main-thread time of deliveries + price × Σ latencies of updates, each with its own delivery. This is the
/// dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott, "TCP dynamic acknowledgment delay: theory and practice",
/// STOC 1998; J. ACM 48(2), 2001) with a delivery for an acknowledgement.
///
/// A reload shows what has come when the view reads: when it begins, or h later if it reads at its layout commit
/// (``Delivery/readsAfter``). It may begin once the reload before it is over and an update has come that this one did
/// not take. A reload takes all that came before it begins, and of that very instant at least the first. Every strategy
/// that takes all pending updates does so; one that delivers each alone may be cheaper if waiting costs more.
///
/// The sum over several views on one main thread is a bound, too, though their layout commits may be later than h.
/// Proof: move each reload of a view to the later of its beginning and h before the last update that it shows. It shows
/// the same, is over no later, and begins after the one before it is over. If that one takes the update that caused
/// this one now, it was moved itself: it shows an update that came after its new beginning, and before it was over.
///
/// In an optimal schedule no reload begins later than it must: each reads when an update comes, or as soon as the one
/// before it allows. The least cost V up to a reload is the minimum, over all earlier reloads that allow it, of their
/// V + the cost of this one and its updates. As a function of place, each of those is a line of slope −(updates shown
/// by then). Slopes, places and beginnings ascend together, also where costs grow with the view, so a lower hull finds
/// the minimum in amortised O(1). A reload that reads as soon as the one before it allows is kept only if that one is
/// the best of all: after another one it could have read sooner and shown the same. Nor is it kept if an earlier reload
/// shows the same for less. The whole takes O(k) for k reloads kept: under three per update in all measurements, but
/// that is not proven.
///
/// Row changes begin when the last one has come. A delivery pays for at least one row, and for each update that is the
/// first of its row, which is exact where each has a row of its own; or it reloads. Deliveries may overlap, so this is a
/// lower bound; O(n log n).
package struct Optimum: Sendable {
  /// Main-thread time of a delivery, in nanoseconds.
  package struct Delivery: Sendable {
    /// With its layout commit.
    package var reload: Double
    /// The cost of a changed row, and of the layout commit after any number of them; nil for reloads only.
    package var rows: (change: Double, layout: Double)?
    /// How long after its beginning a reload reads what it shows; at most ``reload``.
    package var readsAfter: UInt64

    package init(
      reload: Double, readsAfter: UInt64 = 0, rows: (change: Double, layout: Double)? = nil
    ) {
      precondition(Double(readsAfter) <= reload, "A reload reads before it is over.")
      (self.reload, self.readsAfter, self.rows) = (reload, readsAfter, rows)
    }
  }

  package struct Arrivals: Sendable {
    /// In nanoseconds, ascending.
    package var times: [UInt64]
    /// By number of updates shown, from one on, by how many nanoseconds a delivery grows; ascending. Empty if none do.
    package var growth: [Double]
    /// By number of updates, from none on, how many are the first of their row. Empty if all are.
    package var rowCounts: [Int32]

    package init(times: [UInt64], growth: [Double] = [], rowCounts: [Int32] = []) {
      (self.times, self.growth, self.rowCounts) = (times, growth, rowCounts)
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

  /// Main-thread nanoseconds that one nanosecond of an update's waiting is worth; 0 or more.
  package let price: Double
  let delivery: Delivery
  let blocked: [Range<UInt64>]

  /// No delivery begins in `blocked`, which ascends without overlaps.
  package init(delivery: Delivery, price: Double, blocked: [Range<UInt64>] = []) {
    precondition(price >= 0 && price.isFinite, "A price is 0 or more, and finite.")
    (self.delivery, self.price, self.blocked) = (delivery, price, blocked)
  }

  package func schedule(_ arrivals: Arrivals) -> Schedule {
    BestRuns(Runs(arrivals, delivery, blocked: blocked), price: price).schedule()
  }

  /// The best schedule at each price, summed over views: a lower bound, because their deliveries cannot really overlap.
  /// Calls `onPrice` on any thread.
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
