/// Several views on one main: what an order of deliveries pays that never overlap. A reload shows what has
/// come when it reads; where rows can be changed, a delivery shows what has come when it begins.
///
/// Times are whole nanoseconds; a delivery that takes a fraction of one is rounded up.
struct SharedMain {
  /// A delivery that is to be made: of a view, when that many of its updates have come.
  struct Step {
    let view: Int
    /// How many of the view's updates it waits for.
    let last: Int
  }

  struct State {
    /// When main is free again.
    var time: UInt64 = 0
    /// Of each view, how many updates have been delivered.
    var shown: [Int]
    /// What has been paid so far.
    var schedule = Optimum.Schedule()
    /// The first blocked stretch that may still matter.
    fileprivate var nextBlocked = 0
  }

  /// When the updates of each view come, in nanoseconds, ascending.
  let arrivals: [[UInt64]]
  private let delivery: Optimum.Delivery
  private let blocked: [Range<UInt64>]
  private let readsAfter: UInt64
  /// Of each number of a view's updates, the sum of their arrival times.
  private let sums: [[Int128]]

  init(_ arrivals: [[UInt64]], _ delivery: Optimum.Delivery, blocked: [Range<UInt64>]) {
    self.arrivals = arrivals
    self.delivery = delivery
    readsAfter = delivery.rows == nil ? delivery.readsAfter : 0
    self.blocked = blocked.filter { !$0.isEmpty }
    sums = arrivals.map { times in
      var sums: [Int128] = [0]
      sums.reserveCapacity(times.count + 1)
      for (index, time) in times.enumerated() { sums.append(sums[index] + Int128(time)) }
      return sums
    }
  }

  var start: State { State(shown: arrivals.map { _ in 0 }) }

  /// What a delivery of `count` updates takes of main, in nanoseconds: the cheaper form.
  func length(_ count: Int) -> UInt64 {
    let rows = delivery.rows.map { Double(count) * $0.change + $0.layout }
    return UInt64(min(delivery.reload, rows ?? delivery.reload).rounded(.up))
  }

  /// When a delivery of that length can begin, at `time` or later: it must be over when a blocked
  /// stretch begins, or begin when that is over. Asked for ascending times only.
  func beginning(of length: UInt64, from time: UInt64, _ state: inout State) -> UInt64 {
    var time = time
    while state.nextBlocked < blocked.count {
      let stretch = blocked[state.nextBlocked]
      if stretch.upperBound <= time {
        state.nextBlocked += 1
      } else if stretch.lowerBound <= time || stretch.lowerBound < time + length {
        time = stretch.upperBound
      } else {
        break
      }
    }
    return time
  }

  /// How many updates of `view` have come by `time`, where `known` or more have. O(log n).
  func arrived(_ view: Int, by time: UInt64, from known: Int) -> Int {
    let times = arrivals[view]
    var low = known
    var stride = 1
    while low + stride <= times.count, times[low + stride - 1] <= time {
      low += stride
      stride *= 2
    }
    var high = min(low + stride, times.count + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle - 1] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Makes the delivery as soon as it can be made. Returns whether there was anything left to show.
  @discardableResult
  func deliver(_ step: Step, _ state: inout State) -> Bool {
    let view = step.view
    let shown = state.shown[view]
    guard step.last > shown else { return false }
    let (first, last) = (arrivals[view][shown], arrivals[view][step.last - 1])
    var begin = max(state.time, first, last - min(last, readsAfter))
    var count = arrived(view, by: begin + readsAfter, from: step.last)
    while true {
      let free = beginning(of: length(count - shown), from: begin, &state)
      guard free > begin else { break }
      begin = free
      count = arrived(view, by: begin + readsAfter, from: count)
    }
    let length = length(count - shown)
    state.time = begin + length
    state.shown[view] = count
    state.schedule.deliveries += 1
    state.schedule.mainNanoseconds += Double(length)
    state.schedule.latencyNanoseconds += Double(
      nearest:
        Int128(count - shown) * Int128(state.time) - (sums[view][count] - sums[view][shown]))
    return true
  }

  /// Makes all the deliveries, one after the other.
  func play(_ steps: [Step]) -> State {
    steps.reduce(into: start) { state, step in deliver(step, &state) }
  }

  /// The steps that have anything left to show.
  func needed(_ steps: [Step]) -> [Step] {
    var state = start
    return steps.filter { deliver($0, &state) }
  }
}
