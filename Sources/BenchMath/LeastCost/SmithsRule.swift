/// Makes an order of deliveries on one main: of the runs whose last update has come, the one comes
/// first in which the most updates wait for each nanosecond that its delivery takes.
///
/// Source: Smith, "Various optimizers for single-stage production", Naval Research Logistics
/// Quarterly 3, 1956. It is the best order of what waits already; what comes later it does not see.
struct SmithsRule {
  private let main: SharedMain
  private let runEnds: [[Int]]
  private var state: SharedMain.State
  private var arrived: [Int]
  /// Of each view, the first of its runs that is not delivered.
  private var run: [Int]
  /// The views whose next update comes, the soonest first.
  private var coming: Ranking
  /// The views of which a run is ready.
  private var ready: Ranking

  init(_ main: SharedMain, runEnds: [[Int]]) {
    self.main = main
    self.runEnds = runEnds
    state = main.start
    arrived = state.shown
    run = state.shown
    coming = Ranking(count: arrived.count)
    ready = coming
    for view in arrived.indices { awaitNext(view) }
  }

  /// The deliveries in their order. O(n log n).
  mutating func steps() -> [SharedMain.Step] {
    var steps: [SharedMain.Step] = []
    while true {
      admit()
      guard let view = ready.first else {
        guard let next = coming.first else { return steps }
        state.time = max(state.time, main.arrivals[next][arrived[next]])
        continue
      }
      let length = main.length(arrived[view] - state.shown[view])
      let free = main.beginning(of: length, from: state.time, &state)
      guard free == state.time else {
        state.time = free
        continue
      }
      let step = SharedMain.Step(view: view, last: runEnds[view][run[view]])
      steps.append(step)
      main.deliver(step, &state)
      let ends = runEnds[view]
      while run[view] < ends.count, ends[run[view]] <= state.shown[view] { run[view] += 1 }
      rank(view)
    }
  }

  /// Takes in what has come by now.
  private mutating func admit() {
    while let view = coming.first, main.arrivals[view][arrived[view]] <= state.time {
      arrived[view] = main.arrived(view, by: state.time, from: arrived[view])
      awaitNext(view)
      rank(view)
    }
  }

  private mutating func awaitNext(_ view: Int) {
    let times = main.arrivals[view]
    coming.set(arrived[view] < times.count ? -Double(times[arrived[view]]) : nil, of: view)
  }

  private mutating func rank(_ view: Int) {
    let isReady = run[view] < runEnds[view].count && runEnds[view][run[view]] <= arrived[view]
    let waiting = arrived[view] - state.shown[view]
    let length = max(1, main.length(waiting))
    ready.set(isReady ? Double(waiting) / Double(length) : nil, of: view)
  }
}

/// Which of a fixed number of views has the highest rank: a tree of matches, O(log n) a change.
struct Ranking {
  private var ranks: [Double?]
  /// The winner of each match; those of 2i and 2i + 1 meet in match i, and match 1 is the last.
  private var winners: [Int]
  private let size: Int

  /// No view has a rank at first.
  init(count: Int) {
    var size = 1
    while size < count { size *= 2 }
    self.size = size
    ranks = Array(repeating: nil, count: size)
    winners = Array(repeating: 0, count: size) + Array(0..<size)
    for match in stride(from: size - 1, to: 0, by: -1) { winners[match] = winners[2 * match] }
  }

  /// The view with the highest rank; nil where none has one.
  var first: Int? {
    let winner = winners[1]
    return ranks[winner] == nil ? nil : winner
  }

  /// Gives the view a rank, or, with nil, takes it away.
  mutating func set(_ rank: Double?, of view: Int) {
    ranks[view] = rank
    var match = (size + view) / 2
    while match > 0 {
      let (left, right) = (winners[2 * match], winners[2 * match + 1])
      winners[match] = (ranks[right] ?? -.infinity) > (ranks[left] ?? -.infinity) ? right : left
      match /= 2
    }
  }
}
