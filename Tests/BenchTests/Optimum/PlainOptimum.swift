@testable import BenchMath

extension Optimum {
  func schedule(arrivals: [UInt64]) -> Schedule { schedule(Arrivals(times: arrivals)) }
}

/// The optimum by plain programmes.
struct PlainOptimum {
  private let optimum: Optimum
  private let times: [UInt64]
  private let growth: [Double]
  private let rowCounts: [Int32]
  private let sums: [Double]

  init(_ optimum: Optimum, _ arrivals: Optimum.Arrivals) {
    self.optimum = optimum
    (times, growth, rowCounts) = (arrivals.times, arrivals.growth, arrivals.rowCounts)
    let first = times.first ?? 0
    sums = times.reduce(into: [0]) { $0.append($0[$0.count - 1] + Double($1 - first)) }
  }

  private var delivery: Optimum.Delivery { optimum.delivery }

  private func free(_ time: UInt64) -> UInt64 {
    optimum.blocked.reduce(time) { $1.contains($0) ? $1.upperBound : $0 }
  }

  /// How long a reload takes that leaves the view with the first `shown` updates.
  private func length(_ shown: Int) -> Double {
    delivery.reload + (growth.isEmpty ? 0 : growth[shown - 1])
  }

  /// How many updates have come by `time`, or before it.
  private func come(by time: UInt64, before: Bool = false) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if before ? times[middle] < time : times[middle] <= time {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// How many updates a reload shows that begins at `start`.
  private func shown(_ start: UInt64) -> Int { come(by: start + delivery.readsAfter) }

  /// When a reload begins that is to show updates up to `last`, after one that began at `before`, if any, and where
  /// main is free from `freeAt` on. Nil if nothing came that the one before did not take.
  private func start(_ last: Int, after before: UInt64?, _ freeAt: UInt64) -> UInt64? {
    let taken = before.map { min(come(by: $0), come(by: $0, before: true) + 1) } ?? 0
    guard taken < times.count else { return nil }
    let latest = times[last - 1] - min(times[last - 1], delivery.readsAfter)
    return free(max(freeAt, times[taken], latest))
  }

  private func cost(_ run: Range<Int>, _ start: UInt64, _ length: Double) -> Double {
    // Sums beyond 53 bits are not exact.
    let waited =
      sums[times.count] < 0x1p53
      ? Double(run.count) * Double(start - times[0]) - (sums[run.upperBound] - sums[run.lowerBound])
      : run.reduce(0) { $0 + Double(Int64(start) - Int64(times[$1])) }
    return length + optimum.price * (waited + Double(run.count) * length)
  }

  private func reload(_ run: Range<Int>, _ start: UInt64) -> Double {
    cost(run, start, length(run.upperBound))
  }

  /// What a run costs that may be shown in either form, where deliveries may overlap. The one before began when the
  /// last update before this run came, or as a reload that read then.
  private func either(_ run: Range<Int>, _ rows: (change: Double, layout: Double)) -> Double {
    let last = run.upperBound
    let before =
      run.lowerBound == 0
      ? nil
      : max(
        times[0], times[run.lowerBound - 1] - min(times[run.lowerBound - 1], delivery.readsAfter))
    let grown = length(last) - delivery.reload
    let changed = rowCounts.isEmpty ? run.count : Int(rowCounts[last] - rowCounts[run.lowerBound])
    let byRows = cost(
      run, free(times[last - 1]), Double(max(1, changed)) * rows.change + rows.layout + grown)
    guard let begin = start(last, after: before, 0), shown(begin) == last else { return byRows }
    return min(reload(run, begin), byRows)
  }

  /// The least cost over all 2^(n − 1) ways to cut the arrivals into runs. What a reload shows is one run:
  /// ways that cut it up do not count.
  func leastOfAll() -> Double {
    (0..<(1 << (times.count - 1))).reduce(.infinity) { min($0, cost(cuts: $1)) }
  }

  private func cost(cuts: Int) -> Double {
    var (cost, first, freeAt) = (0.0, 0, 0 as UInt64)
    var before: UInt64?
    for last in 1...times.count where last == times.count || cuts >> (last - 1) & 1 == 1 {
      if let rows = delivery.rows {
        cost += either(first..<last, rows)
      } else {
        guard let begin = start(last, after: before, freeAt), shown(begin) == last else {
          return .infinity
        }
        cost += reload(first..<last, begin)
        (before, freeAt) = (begin, begin + UInt64(length(last)))
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

  /// Of each number of updates, when a reload that showed them began, and the least that they cost: only what is
  /// cheaper than all that began sooner.
  private func leastOfReloads() -> Double {
    var reached = [[(begin: UInt64?, least: Double)]](repeating: [], count: times.count + 1)
    reached[0] = [(nil, 0)]
    for before in 0..<times.count {
      for (began, least) in reached[before] {
        let freeAt = began.map { $0 + UInt64(length(before)) } ?? 0
        var last = before
        while last < times.count, let begin = start(last + 1, after: began, freeAt) {
          while last < times.count, times[last] <= begin + delivery.readsAfter { last += 1 }
          let cost = least + reload(before..<last, begin)
          if reached[last].contains(where: { $0.least <= cost && $0.begin ?? 0 <= begin }) {
            continue
          }
          reached[last].removeAll { $0.least >= cost && $0.begin ?? 0 >= begin }
          reached[last].append((begin, cost))
        }
      }
    }
    return reached[times.count].map(\.least).min() ?? 0
  }
}
