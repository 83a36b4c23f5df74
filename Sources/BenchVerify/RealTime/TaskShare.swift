import BenchHarness
import Coalesce

/// How much of main's time tasks take that a strategy's deliveries are for: by the thread's own
/// clock, so that a crowded machine makes it less and never more.
///
/// Thread safety: on the main thread of a synchronous program only.
enum TaskShare {
  /// Who goes on with a delivery.
  enum Worker: String, CaseIterable {
    case handler = "an asynchronous handler"
    case consumer = "a consumer of its deliveries"
  }

  private static let length = Duration.milliseconds(700)

  /// The share of main's time that a worker takes where an update comes each millisecond. The first
  /// two deliveries, one of which is not believed, are a tenth of what `share` allows.
  static func taken(
    by worker: Worker, of strategy: Selection<StrategyEntry>, allowed share: Double
  ) -> Double {
    // What it takes before it waits for a moment, and again after that.
    let half = min(.milliseconds(2), length * share / 40).wholeNanoseconds
    let view = ForgetfulView()
    let attached = strategy.entry.attach(strategy.values, DispatchScheduler.main, view)
    let busy = PublishedCount()
    let work: AttachedStrategy.Powers.Work = {
      spin(half, busy)
      try? await Task.sleep(for: .milliseconds(1))
      spin(half, busy)
    }
    switch worker {
    case .handler: attached.powers?.setTask(view, work)
    case .consumer: attached.powers?.consume(work)
    }
    let start = ContinuousClock.now
    MainLoop.turn(
      atMost: length,
      afterEach: {
        StageWatch.noteProgress()
        attached.submit(RowChange(index: 0, row: 0, kind: .change))
      }, until: { false })
    let elapsed = ContinuousClock.now - start
    attached.cancel()
    return withExtendedLifetime(view) {
      .nanoseconds(busy.value.load(ordering: .relaxed)) / elapsed
    }
  }

  /// Keeps the thread busy for so much of its own time.
  private static func spin(_ nanoseconds: UInt64, _ busy: PublishedCount) {
    let start = Clocks.threadCPU
    var now = start
    while now < start + nanoseconds { now = Clocks.threadCPU }
    busy.value.add(Int(now - start), ordering: .relaxed)
  }
}
