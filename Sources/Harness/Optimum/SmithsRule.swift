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

  /// - Parameters:
  ///   - main: the views.
  ///   - runEnds: how many updates of each view have come where each of its runs ends, ascending.
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
