import Dispatch
import Foundation
import Synchronization

/// The least that a scheduler that knows all arrivals beforehand pays for showing one view's updates.
///
/// Cost = Σ over deliveries of their time on main + price × Σ over updates of their latency, where a
/// latency includes the time of the update's own delivery. This is the dynamic TCP-acknowledgement
/// problem (Dooly, Goldman, Scott, "TCP dynamic acknowledgment delay: theory and practice", STOC
/// 1998; J. ACM 48(2), 2001) with a delivery for an acknowledgement.
///
/// A reload shows what has come when the view reads: when it begins, or, by a view that reads at its
/// layout commit, h later (``Delivery/readsAfter``). Main does one thing at a time. So a reload for
/// updates i…j begins at max(i's arrival, j's arrival − h, end of the reload before it); where main is
/// blocked then, at the end of that. At a price of 1 or more it may pay to reload without a pause, and
/// each such reload shows what comes while it is under way, with luck an i. So in a train there, which
/// are updates less than two reloads apart, a reload need not wait for i.
///
/// In an optimal schedule no reload begins later than it has to. So each reads when an update comes,
/// or as soon as the one before it allows, which is later the later that one reads. Let V be the
/// least cost up to a reload: the least, over all before it that allow it, of their V + what this
/// one and its updates cost. Written out, each of those is a line of slope −(updates shown by then),
/// at a place that only ascends. They come in the order of their slopes, so the least is on a lower
/// hull, in amortised O(1). A reload right behind another is kept only if that one is the best of
/// all, and no reload before it shows the same for less; otherwise it could begin sooner. The whole
/// takes O(k) for k that are kept: fewer than three for each update wherever we looked, but that is
/// not proven. Where a reload takes longer the more the view holds, its place is later by that, and
/// ascends as before.
///
/// Row changes are given to a delivery when it begins, so it begins when the last one has come.
/// Deliveries that change rows may overlap, and a blocked stretch may begin while a delivery is under
/// way: both make it a lower bound for what any strategy can reach.
package struct Optimum: Sendable {
  /// What one delivery takes of main.
  package struct Delivery: Sendable {
    /// A reload with its layout commit, in nanoseconds.
    package var reload: Double
    /// One changed row, and the layout commit that follows any number of them, in nanoseconds; nil
    /// where deliveries are reloads only.
    package var rows: (change: Double, layout: Double)?
    /// How long after its beginning a reload reads what it shows, in nanoseconds: no longer than it takes.
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
    /// When they come, in nanoseconds, ascending.
    package var times: [UInt64]
    /// By how much a delivery takes longer that shows the view with the first so many of them, from one
    /// on, in nanoseconds; never less than that of one fewer. Empty where all take the same.
    package var growth: [Double]

    package init(times: [UInt64], growth: [Double] = []) {
      precondition(
        growth.isEmpty || growth.count == times.count, "Growth is said of each update or of none.")
      (self.times, self.growth) = (times, growth)
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

    /// What it costs at `price`, in nanoseconds of main.
    package func cost(price: Double) -> Double { mainNanoseconds + price * latencyNanoseconds }

    /// Two views on one main: a lower bound, for their deliveries may not overlap in truth.
    package static func + (left: Schedule, right: Schedule) -> Schedule {
      Schedule(
        deliveries: left.deliveries + right.deliveries,
        mainNanoseconds: left.mainNanoseconds + right.mainNanoseconds,
        latencyNanoseconds: left.latencyNanoseconds + right.latencyNanoseconds)
    }
  }

  /// From which price on a reload need not wait for its first update in a train.
  static let priceOfTrains = 1.0

  /// How many nanoseconds of main one update that waits one nanosecond is worth; 0 or more.
  package let price: Double
  let delivery: Delivery
  let blocked: [Range<UInt64>]

  /// - Parameters:
  ///   - delivery: what one delivery takes.
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth.
  ///   - blocked: when no delivery can begin; ascending, without overlaps.
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

  /// The best schedule for updates that arrive at `arrivals`: nanoseconds, ascending.
  package func schedule(arrivals: [UInt64]) -> Schedule { schedule(Arrivals(times: arrivals)) }

  /// The best schedule at each of `prices` for views of which each has main to itself: the sum of
  /// theirs. Prices are shared out to a few threads.
  /// - Parameters:
  ///   - arrivals: each view's updates.
  ///   - delivery: what one delivery takes.
  ///   - blocked: when no delivery can begin; ascending, without overlaps.
  ///   - prices: how many nanoseconds of main one update that waits one nanosecond is worth; 0 or more.
  ///   - onPrice: called after each price, on any thread.
  /// - Returns: a schedule for each price.
  package static func schedules(
    _ arrivals: [Arrivals], _ delivery: Delivery, blocked: [Range<UInt64>], prices: [Double],
    onPrice: @Sendable () -> Void
  ) -> [Schedule] {
    let runs = arrivals.map { Runs($0, delivery, blocked: blocked) }
    let threads = min(4, ProcessInfo.processInfo.activeProcessorCount)
    let largest = arrivals.reduce(0) { max($0, $1.times.count) }
    let found = Mutex<[Schedule?]>(prices.map { _ in nil })
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var best = BestRuns(capacity: largest)
      for number in stride(from: thread, to: prices.count, by: threads) {
        var schedule = Schedule()
        for runs in runs { schedule = schedule + best.schedule(runs, price: prices[number]) }
        found.withLock { $0[number] = schedule }
        onPrice()
      }
    }
    return found.withLock { $0.compactMap(\.self) }
  }
}
