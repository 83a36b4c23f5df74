import Dispatch
import Foundation

/// The least that a scheduler could pay that knows all arrivals beforehand, for the updates of one view.
///
/// Cost = Σ over deliveries of their main-thread time + price × Σ over updates of their latency, which includes their
/// own delivery. This is the dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott, "TCP dynamic acknowledgment
/// delay: theory and practice", STOC 1998; J. ACM 48(2), 2001) with a delivery for an acknowledgement.
///
/// A reload shows what has come when the view reads: when it begins, or h later if it reads at its layout commit
/// (``Delivery/readsAfter``). It may begin once the reload before it is over and an update has come that this one did
/// not take. A reload takes all that came before it begins, and of that very instant at least the first. Every strategy
/// that takes all pending updates does so; one that delivers each alone may be cheaper if waiting costs more than
/// reloads.
///
/// The sum over several views on one main thread is a bound, too, though their layout commits may be later than h.
/// Proof: move each reload of a view to the later of its beginning and h before the last update that it shows. It shows
/// the same, is over no later, and begins after the one before it is over. If that one takes the update that caused
/// this one now, it was moved itself: it shows an update that came after its new beginning, and before it was over.
///
/// In an optimal schedule no reload begins later than it must. So each reads when an update comes, or as soon as the
/// one before it allows. Let V be the least cost up to a reload: the minimum, over all earlier reloads that allow it,
/// of their V + the cost of this one and its updates. As a function of place, each of those is a line of slope
/// −(updates shown by then). Slopes, places and beginnings ascend together, so a lower hull finds the minimum in
/// amortised O(1). A reload that reads as soon as the one before it allows is kept only if that one is the best of all:
/// after another one it could have read sooner and shown the same. Nor is it kept if an earlier reload shows the same
/// for less. The whole takes O(k) for k reloads kept: fewer than three per update in all measurements, but that is not
/// proven. Costs that grow with the view move places later, and they still ascend.
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
      self.reload = reload
      self.readsAfter = readsAfter
      self.rows = rows
    }
  }

  package struct Arrivals: Sendable {
    /// In nanoseconds, ascending.
    package var times: [UInt64]
    /// By number of updates shown, from one on, how many nanoseconds longer a delivery takes; ascending. Empty if all
    /// take the same.
    package var growth: [Double]
    /// By number of updates, from none on, how many are the first of their row. Empty if all are.
    package var rowCounts: [Int32]

    package init(times: [UInt64], growth: [Double] = [], rowCounts: [Int32] = []) {
      precondition(
        growth.isEmpty || growth.count == times.count, "Give the growth of all updates or none.")
      precondition(
        rowCounts.isEmpty || rowCounts.count == times.count + 1,
        "Give the row counts of all updates or none.")
      (self.times, self.growth, self.rowCounts) = (times, growth, rowCounts)
    }
  }

  package struct Schedule: Sendable, Equatable {
    package var deliveries: Int
    package var mainNanoseconds: Double
    package var latencyNanoseconds: Double

    package init(deliveries: Int = 0, mainNanoseconds: Double = 0, latencyNanoseconds: Double = 0) {
      self.deliveries = deliveries
      self.mainNanoseconds = mainNanoseconds
      self.latencyNanoseconds = latencyNanoseconds
    }

    package func cost(price: Double) -> Double { mainNanoseconds + price * latencyNanoseconds }

    /// Adds the schedule of another view. A lower bound, because their deliveries cannot really overlap.
    package static func += (left: inout Schedule, right: Schedule) {
      left.deliveries += right.deliveries
      left.mainNanoseconds += right.mainNanoseconds
      left.latencyNanoseconds += right.latencyNanoseconds
    }
  }

  /// Main-thread nanoseconds that one nanosecond of an update's waiting is worth; 0 or more.
  package let price: Double
  let delivery: Delivery
  let blocked: [Range<UInt64>]

  /// No delivery begins in `blocked`, which ascends without overlaps.
  package init(delivery: Delivery, price: Double, blocked: [Range<UInt64>] = []) {
    precondition(price >= 0 && price.isFinite, "A price is 0 or more, and finite.")
    self.delivery = delivery
    self.price = price
    self.blocked = blocked
  }

  package func schedule(_ arrivals: Arrivals) -> Schedule {
    var best = BestRuns(capacity: arrivals.times.count)
    return best.schedule(Runs(arrivals, delivery, blocked: blocked), price: price)
  }

  /// The best schedule at each price, summed over views that do not wait for each other. Uses a few threads; `onPrice`
  /// is called on any of them.
  package static func schedules(
    _ arrivals: [Arrivals], _ delivery: Delivery, blocked: [Range<UInt64>], prices: [Double],
    onPrice: @Sendable () -> Void
  ) -> [Schedule] {
    let runs = arrivals.map { Runs($0, delivery, blocked: blocked) }
    let threads = min(4, ProcessInfo.processInfo.activeProcessorCount)
    let largest = arrivals.reduce(0) { max($0, $1.times.count) }
    let lock = NSLock()
    // Used under the lock only.
    nonisolated(unsafe) var found = [Schedule?](repeating: nil, count: prices.count)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var best = BestRuns(capacity: largest)
      for number in stride(from: thread, to: prices.count, by: threads) {
        var schedule = Schedule()
        for runs in runs { schedule += best.schedule(runs, price: prices[number]) }
        lock.withLock { found[number] = schedule }
        onPrice()
      }
    }
    return lock.withLock { found.compactMap(\.self) }
  }
}
