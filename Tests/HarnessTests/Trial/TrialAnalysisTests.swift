import Testing

@testable import BenchHarness

/// When each update is first shown, in milliseconds.
struct ShownTests {
  private func shown(_ log: TrialLog) -> [Double?] {
    log.shownTimes().map { $0 == TrialLog.never ? nil : Double($0) / 1e6 }
  }

  /// One update arrives during a reload; later reloads do not change when an update was first shown.
  @Test func reloadShowsUpdatesMadeBeforeItsLayoutCommit() {
    var log = TrialLog()
    for time in [1.0, 6, 10, 20] { log.update(at: time) }
    log.reload(shown: [2], 5, 8)
    log.reload(shown: [3], 15, 18)
    log.reload(shown: [3], 25, 28)
    #expect(shown(log) == [8, 8, 18, nil])
    #expect(TrialAnalysis(log).latencies == [2_000_000, 7_000_000, 8_000_000])
  }

  @Test func reloadShowsTheCountedUpdatesOfEachProducer() {
    var log = TrialLog(threads: 2)
    for (time, producer) in [(1.0, 0), (2, 1), (3, 0), (4, 1)] {
      log.update(at: time, producer: producer)
    }
    log.reload(shown: [1, 2], 5, 8)
    log.reload(shown: [2, 2], 15, 18)
    #expect(shown(log) == [8, 8, 18, 8])
  }

  @Test func reloadShowsOnlyUpdatesOfItsOwnView() {
    var log = TrialLog(views: 2)
    for (time, view) in [(1.0, 0), (2, 1), (3, 0)] { log.update(at: time, view: view) }
    log.reload(view: 1, shown: [3], 5, 8)
    log.reload(view: 0, shown: [3], 15, 18)
    #expect(shown(log) == [18, 8, 18])
  }

  @Test func viewsLaidOutInOneTurnAreShownTogether() {
    var log = TrialLog(views: 2, threads: 2)
    log.update(at: 1, producer: 0, view: 0)
    log.update(at: 1, producer: 1, view: 1)
    log.update(at: 1, producer: 0, view: 1)
    log.update(at: 1, producer: 1, view: 0)
    log.reloads([(0, [2, 1]), (1, [2, 2])], 5, 9)
    #expect(shown(log) == [9, 9, 9, nil])
  }

  /// An update is shown at the end of its turn; the first time counts, by application or reload.
  @Test func applyingAnUpdateShowsOnlyThatUpdate() {
    var log = TrialLog()
    for time in [1.0, 2, 3, 4] { log.update(at: time) }
    log.application(of: [1, 2], 5, 8)
    log.application(of: [1], 9, 11)
    log.reload(shown: [3], 12, 13)
    #expect(shown(log) == [13, 8, 8, nil])
  }
}

/// A trial is discarded if its producers were late.
struct VoidingTests {
  private func log(_ count: Int, late: Int, by lateness: Double = 6) -> TrialLog {
    var log = TrialLog()
    // The late updates come first, because order must not matter.
    for index in 0..<count { log.update(at: 1, actual: index < late ? 1 + lateness : 1) }
    return log
  }

  /// p99 is the nearest rank: the 99th of 100, the 100th of 101. This many late updates discard a trial; one fewer does
  /// not.
  @Test(arguments: [(1, 1), (50, 1), (99, 1), (100, 2), (101, 2), (199, 2), (200, 3), (300, 4)])
  func latenessIsJudgedAtThe99thPercentile(_ count: Int, _ late: Int) {
    #expect(TrialAnalysis(log(count, late: late)).voidingLateness == 6_000_000)
    #expect(TrialAnalysis(log(count, late: late - 1)).voidingLateness == nil)
  }

  /// The main thread may be late because it delivers; updates never submitted are not late.
  @Test func trialIsDiscardedOnlyIfThreadsAreOverFiveMillisecondsLate() {
    #expect(TrialAnalysis(log(10, late: 10, by: 5)).voidingLateness == nil)
    #expect(TrialAnalysis(log(10, late: 10, by: 5.000_001)).voidingLateness == 5_000_001)
    var late = log(10, late: 10)
    late.isThreaded = [false]
    #expect(TrialAnalysis(late).voidingLateness == nil)
    var gone = log(10, late: 0)
    gone.update(at: 1, actual: nil)
    gone.update(at: 5, actual: 1)
    #expect(TrialAnalysis(gone).voidingLateness == nil)
  }
}

/// All strategies on a workload have trials of the same length.
struct LengthTests {
  /// Computed by hand: three deliveries in 300 ms. Showing the last one 40 ms later must not lower the rate, only make
  /// the view stale for longer.
  @Test func showingAnUpdateLateImprovesNoFigure() throws {
    let figures = [0.0, 40].map { late in
      var log = TrialLog(milliseconds: 300 + late)
      for time in [100.0, 200, 290] { log.update(at: time) }
      log.application(of: [0], 100, 105)
      log.application(of: [1], 200, 205)
      log.application(of: [2], 290 + late, 295 + late)
      log.length = 300_000_000
      return [.deliveryRate, .mainBusyShare, .staleShare].map { log.figure($0) }
    }
    #expect(figures[0][0] == 10 && figures[1][0] == 10)
    #expect(isClose(figures[0][1], 0.05) && isClose(figures[1][1], 0.05))
    #expect(isClose(figures[0][2], 0.05))
    #expect(isClose(figures[1][2], 55.0 / 300))
  }
}
