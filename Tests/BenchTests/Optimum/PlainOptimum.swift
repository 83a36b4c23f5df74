@testable import BenchMath

extension Optimum {
  func schedule(arrivals: [UInt64]) -> Schedule { schedule(Arrivals(times: arrivals)) }
}

/// The optimum by plain programmes, in whole numbers of 128 bits.
struct PlainOptimum {
  private let optimum: Optimum
  private let times: [UInt64]
  private let growth: [Double]
  private let sums: [Int128]

  init(_ optimum: Optimum, _ times: [UInt64], growth: [Double] = []) {
    self.optimum = optimum
    self.times = times
    self.growth = growth
    sums = times.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int128($1)) }
  }

  private var delivery: Optimum.Delivery { optimum.delivery }

  private func free(_ time: UInt64) -> UInt64 {
    optimum.blocked.reduce(time) { $1.contains($0) ? $1.upperBound : $0 }
  }

  /// How long a reload takes that leaves the view with the first `shown` updates.
  private func length(_ shown: Int) -> Double {
    delivery.reload + (growth.isEmpty ? 0 : growth[shown - 1])
  }

  /// How many updates have come when a reload reads that begins at `start`.
  private func shown(_ start: UInt64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= start + delivery.readsAfter { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// When a reload begins that is to show updates up to `last`, if `before` have been shown and main is free
  /// from `freeAt` on.
  private func start(_ last: Int, after before: Int, _ freeAt: UInt64) -> UInt64 {
    let isTrain =
      optimum.price >= 1 && before > 0 && delivery.rows == nil && delivery.readsAfter > 0
      && times[before] - times[before - 1] < 2 * UInt64(length(before))
    let latest = times[last - 1] - min(times[last - 1], delivery.readsAfter)
    return free(max(freeAt, isTrain ? 0 : times[before], latest))
  }

  private func cost(_ run: Range<Int>, _ start: UInt64, _ length: Double) -> Double {
    let waited =
      Int128(run.count) * Int128(start) - (sums[run.upperBound] - sums[run.lowerBound])
    return length + optimum.price * (Double(waited) + Double(run.count) * length)
  }

  private func reload(_ run: Range<Int>, _ start: UInt64) -> Double {
    cost(run, start, length(run.upperBound))
  }

  /// What a run costs that may be shown in either form, where deliveries may overlap.
  private func either(_ run: Range<Int>, _ rows: (change: Double, layout: Double)) -> Double {
    let last = run.upperBound
    let begin = start(last, after: run.lowerBound, 0)
    let grown = length(last) - delivery.reload
    return min(
      shown(begin) == last ? reload(run, begin) : .infinity,
      cost(run, free(times[last - 1]), Double(run.count) * rows.change + rows.layout + grown))
  }

  /// The least cost over all 2^(n − 1) ways to cut the arrivals into runs. What a reload shows is one run:
  /// ways that cut it up do not count.
  func leastOfAll() -> Double {
    (0..<(1 << (times.count - 1))).reduce(.infinity) { min($0, cost(cuts: $1)) }
  }

  private func cost(cuts: Int) -> Double {
    var (cost, first, freeAt) = (0.0, 0, 0 as UInt64)
    for last in 1...times.count where last == times.count || cuts >> (last - 1) & 1 == 1 {
      if let rows = delivery.rows {
        cost += either(first..<last, rows)
      } else {
        let begin = start(last, after: first, freeAt)
        guard shown(begin) == last else { return .infinity }
        cost += reload(first..<last, begin)
        freeAt = begin + UInt64(length(last))
      }
      first = last
    }
    return cost
  }

  /// The same in O(n²): after each number of updates, every next one is tried.
  func least() -> Double {
    guard !times.isEmpty else { return 0 }
    return delivery.rows.map(leastOfEither) ?? leastOfReloads()
  }

  private func leastOfEither(_ rows: (change: Double, layout: Double)) -> Double {
    var least = [0.0]
    for last in 1...times.count {
      least.append(
        (0..<last).reduce(.infinity) { min($0, least[$1] + either($1..<last, rows)) })
    }
    return least[times.count]
  }

  /// Of each number of updates, when main is free after they were shown, and the least that they cost: only
  /// what is cheaper than all that is free sooner.
  private func leastOfReloads() -> Double {
    var reached = [[(free: UInt64, least: Double)]](repeating: [], count: times.count + 1)
    reached[0] = [(0, 0)]
    for before in 0..<times.count {
      for (freeAt, least) in reached[before] {
        var last = before
        while last < times.count {
          let begin = start(last + 1, after: before, freeAt)
          while last < times.count, times[last] <= begin + delivery.readsAfter { last += 1 }
          let (free, cost) = (
            begin + UInt64(length(last)), least + reload(before..<last, begin)
          )
          if reached[last].contains(where: { $0.free <= free && $0.least <= cost }) { continue }
          reached[last].removeAll { $0.free >= free && $0.least >= cost }
          reached[last].append((free, cost))
        }
      }
    }
    return reached[times.count].map(\.least).min() ?? 0
  }
}
