@testable import BenchMath

/// The optimum by plain dynamic programming.
struct PlainOptimum {
  private let optimum: Optimum
  private let times: [UInt64]
  private let growth: [Double]
  private let rowCosts: [Double]
  private let sums: [Double]

  init(_ optimum: Optimum, _ arrivals: Optimum.Arrivals) {
    self.optimum = optimum
    (times, growth, rowCosts) = (arrivals.times, arrivals.growth, arrivals.rowCosts)
    let first = times.first ?? 0
    sums = times.reduce(into: [0]) { $0.append($0[$0.count - 1] + Double($1 - first)) }
  }

  private var delivery: Optimum.Delivery { optimum.delivery }

  private func free(_ time: UInt64) -> UInt64 {
    optimum.blocked.reduce(time) { $1.contains($0) ? $1.upperBound : $0 }
  }

  /// The length of a reload after which the view shows the first `shown` updates.
  private func length(_ shown: Int) -> Double {
    delivery.reload + (growth.isEmpty ? 0 : growth[shown - 1])
  }

  /// The number of updates that arrived by `time`, or strictly before it.
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

  /// The number of updates that a reload starting at `start` shows.
  private func shown(_ start: UInt64) -> Int { come(by: start + delivery.readsAfter) }

  /// The earliest start of a reload that shows updates up to `last`, after one that began at `before`, if any; the main
  /// thread is free from `freeAt` on. Nil if the previous reload took all updates.
  private func start(_ last: Int, after before: UInt64?, _ freeAt: UInt64) -> UInt64? {
    let taken = before.map { min(come(by: $0), come(by: $0, before: true) + 1) } ?? 0
    guard taken < times.count else { return nil }
    let latest = times[last - 1] - min(times[last - 1], delivery.readsAfter)
    return free(max(freeAt, times[taken], latest))
  }

  /// The updates wait until `start`, and then for `rest` or, by default, the whole length of the delivery.
  private func cost(
    _ run: Range<Int>, _ start: UInt64, _ length: Double, rest: Double? = nil
  ) -> Double {
    // Double holds sums exactly only up to 53 bits.
    let waited =
      sums[times.count] < 0x1p53
      ? Double(run.count) * Double(start - times[0]) - (sums[run.upperBound] - sums[run.lowerBound])
      : run.reduce(0) { $0 + Double(Int64(start) - Int64(times[$1])) }
    return length + optimum.price * (waited + Double(run.count) * (rest ?? length))
  }

  private func reload(_ run: Range<Int>, _ start: UInt64) -> Double {
    cost(run, start, length(run.upperBound))
  }

  /// The cost of showing a run by reload or by rows, whichever is cheaper; deliveries may overlap. The previous
  /// delivery began when its last update came, or was a reload that read the model then.
  private func either(_ run: Range<Int>, _ change: Double) -> Double {
    let last = run.upperBound
    let before =
      run.lowerBound == 0
      ? nil
      : max(
        times[0], times[run.lowerBound - 1] - min(times[run.lowerBound - 1], delivery.readsAfter))
    let grown = length(last) - delivery.reload
    let changed =
      rowCosts.isEmpty ? Double(run.count) * change : rowCosts[last] - rowCosts[run.lowerBound]
    let byRows = cost(
      run, free(times[last - 1]), max(change, changed) + grown,
      rest: delivery.areRowsDrained ? change : nil)
    guard let begin = start(last, after: before, 0), shown(begin) == last else { return byRows }
    return min(reload(run, begin), byRows)
  }

  /// The least cost in O(n²): tries every possible next run after each number of updates.
  func least() -> Double {
    guard !times.isEmpty else { return 0 }
    return delivery.rowChange.map(leastOfEither) ?? leastOfReloads()
  }

  private func leastOfEither(_ change: Double) -> Double {
    var least = [0.0]
    for last in 1...times.count {
      least.append(
        (0..<last).reduce(.infinity) { min($0, least[$1] + either($1..<last, change)) })
    }
    return least[times.count]
  }

  /// For each number of updates, keeps the last reload's starts and least costs; a later start must be cheaper.
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
