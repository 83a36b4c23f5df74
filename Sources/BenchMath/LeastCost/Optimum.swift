import Dispatch
import Foundation
import Synchronization

/// The least that a scheduler pays which knows all arrivals beforehand, for the updates of one
/// view.
///
/// Cost = Σ over deliveries of their main-thread time + price × Σ over updates of their latency,
/// which includes their own delivery. This is the dynamic TCP-acknowledgement problem (Dooly,
/// Goldman, Scott, "TCP dynamic acknowledgment delay: theory and practice", STOC 1998; J. ACM
/// 48(2), 2001) with a delivery for an acknowledgement.
///
/// A reload shows what has come when the view reads: when it begins, or h later if it reads at its
/// layout commit (``Delivery/readsAfter``). So a reload for updates i…j begins at max(i's arrival,
/// j's arrival − h, end of the reload before it), or at the end of a blocked stretch. At a price of
/// 1 or more it may pay to reload without a pause: each reload then shows what comes meanwhile,
/// perhaps an i. So in a train, which is updates less than two reloads apart, a reload need not
/// wait for i.
///
/// In an optimal schedule no reload begins later than it must. So each reads when an update comes,
/// or as soon as the one before it allows. Let V be the least cost up to a reload: the minimum,
/// over all earlier reloads that allow it, of their V + the cost of this one and its updates. As a
/// function of place, each of those is a line of slope −(updates shown by then). Slopes and places
/// are in order, so a lower hull finds the minimum in amortised O(1). A reload right behind another
/// is kept only if that one is the best of all, and no earlier reload shows the same for less. The
/// whole takes O(k) for k reloads kept: fewer than three per update wherever we looked, but that is
/// not proven. If reloads grow with the view, places move later by that, and still ascend.
///
/// Row changes begin when the last one has come. They may overlap, and a blocked stretch may begin
/// during a delivery: both make it a lower bound for any strategy.
package struct Optimum: Sendable {
  /// What one delivery takes of the main thread, in nanoseconds.
  package struct Delivery: Sendable {
    /// With its layout commit.
    package var reload: Double
    /// One changed row, and the layout commit after any number of them; nil for reloads only.
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
    /// By how many nanoseconds a delivery takes longer if it shows the first so many of them, from
    /// one on, never descending. Empty if all take the same.
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

    package func cost(price: Double) -> Double { mainNanoseconds + price * latencyNanoseconds }

    /// A lower bound for two views, because their deliveries cannot really overlap.
    package static func + (left: Schedule, right: Schedule) -> Schedule {
      Schedule(
        deliveries: left.deliveries + right.deliveries,
        mainNanoseconds: left.mainNanoseconds + right.mainNanoseconds,
        latencyNanoseconds: left.latencyNanoseconds + right.latencyNanoseconds)
    }
  }

  /// From which price on a reload need not wait for its first update in a train.
  static let priceOfTrains = 1.0

  /// Main-thread nanoseconds that one nanosecond of an update's waiting is worth; 0 or more.
  package let price: Double
  let delivery: Delivery
  let blocked: [Range<UInt64>]

  /// `blocked` is when no delivery can begin, ascending and without overlaps.
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

  /// The best schedule at each price, summed over views that do not wait for each other. Uses a few
  /// threads; `onPrice` is called on any of them.
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
