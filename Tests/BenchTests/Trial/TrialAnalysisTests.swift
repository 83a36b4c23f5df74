import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TrialAnalysisTests {
  private static let never = TrialLog.never

  private func shownMilliseconds(_ log: HandMadeLog) -> [Double?] {
    log.analysis.shownAt.map { $0 == Self.never ? nil : Double($0) / 1e6 }
  }

  @Test func reloadShowsWhatTheModelHadAtTheLayoutCommit() {
    var log = HandMadeLog()
    for time in [1.0, 2, 3] { log.update(at: time) }
    log.reload(shown: [2], 5, 8)
    #expect(shownMilliseconds(log) == [8, 8, nil])
  }

  @Test func updateThatArrivesDuringAReloadIsShownByItIfTheCommitHasIt() {
    var log = HandMadeLog()
    for time in [1.0, 6] { log.update(at: time) }
    log.reload(shown: [2], 5, 8)
    #expect(shownMilliseconds(log) == [8, 8])
    #expect(log.analysis.latencies == [2_000_000, 7_000_000])
  }

  @Test func laterReloadsDoNotShowAnUpdateAgain() {
    var log = HandMadeLog()
    for time in [1.0, 2, 10] { log.update(at: time) }
    log.reload(shown: [2], 5, 8)
    log.reload(shown: [3], 15, 18)
    log.reload(shown: [3], 25, 28)
    #expect(shownMilliseconds(log) == [8, 8, 18])
  }

  @Test func reloadShowsOfEachProducerAsMuchAsTheModelHadOfIt() {
    var log = HandMadeLog()
    log.producerCount = 2
    log.update(at: 1, producer: 0)
    log.update(at: 2, producer: 1)
    log.update(at: 3, producer: 0)
    log.update(at: 4, producer: 1)
    log.reload(shown: [1, 2], 5, 8)
    log.reload(shown: [2, 2], 15, 18)
    #expect(shownMilliseconds(log) == [8, 8, 18, 8])
  }

  @Test func reloadShowsTheUpdatesOfItsOwnViewAlone() {
    var log = HandMadeLog()
    log.viewCount = 2
    log.update(at: 1, view: 0)
    log.update(at: 2, view: 1)
    log.update(at: 3, view: 0)
    log.reload(view: 1, shown: [3], 5, 8)
    log.reload(view: 0, shown: [3], 15, 18)
    #expect(shownMilliseconds(log) == [18, 8, 18])
  }

  @Test func viewsThatAreLaidOutInOneTurnAreShownTogether() {
    var log = HandMadeLog()
    log.viewCount = 2
    log.producerCount = 2
    log.update(at: 1, producer: 0, view: 0)
    log.update(at: 1, producer: 1, view: 1)
    log.update(at: 1, producer: 0, view: 1)
    log.update(at: 1, producer: 1, view: 0)
    log.reloads([(0, [2, 1]), (1, [2, 2])], 5, 9)
    #expect(shownMilliseconds(log) == [9, 9, 9, nil])
  }

  @Test func applicationShowsItsOwnUpdateAlone() {
    var log = HandMadeLog()
    for time in [1.0, 2, 3] { log.update(at: time) }
    log.application(of: [1], 5, 8)
    #expect(shownMilliseconds(log) == [nil, 8, nil])
  }

  @Test func applicationsOfOneTurnAreShownAtItsEnd() {
    var log = HandMadeLog()
    for time in [1.0, 2, 3] { log.update(at: time) }
    log.application(of: [0, 1], 5, 8)
    log.application(of: [2], 9, 11)
    #expect(shownMilliseconds(log) == [8, 8, 11])
  }

  @Test func updateThatIsAppliedTwiceCountsTheFirstTime() {
    var log = HandMadeLog()
    log.update(at: 1)
    log.application(of: [0], 5, 8)
    log.application(of: [0], 9, 11)
    #expect(shownMilliseconds(log) == [8])
  }

  @Test func reloadAndApplicationMeetAtTheEarlier() {
    var log = HandMadeLog()
    for time in [1.0, 2] { log.update(at: time) }
    log.application(of: [1], 5, 8)
    log.reload(shown: [2], 10, 12)
    #expect(shownMilliseconds(log) == [12, 8])
  }

  @Test func noUpdatesAreNeitherShownNorLost() {
    let analysis = HandMadeLog().analysis
    #expect(analysis.shownAt.isEmpty)
    #expect(analysis.latencies.isEmpty)
    #expect(analysis.lost == 0)
    #expect(analysis.outOfOrder == 0)
    #expect(analysis.busyNanoseconds == 0)
  }

  private func log(_ count: Int, late: Int, by lateness: Double = 6) -> HandMadeLog {
    var log = HandMadeLog()
    // The late ones come first: an order decides nothing.
    for index in 0..<count { log.update(at: 1, actual: index < late ? 1 + lateness : 1) }
    return log
  }

  /// By nearest rank: of 100 the 99th, of 101 the 100th; so many late ones make a trial void, and one
  /// fewer does not.
  @Test(arguments: [(1, 1), (50, 1), (99, 1), (100, 2), (101, 2), (199, 2), (200, 3), (300, 4)])
  func percentileOfLatenessIsTheNinetyNinthByNearestRank(_ count: Int, _ late: Int) {
    #expect(log(count, late: late).analysis.voidingLateness == 6_000_000)
    #expect(log(count, late: late - 1).analysis.voidingLateness == nil)
  }

  @Test func producersMayBeFiveMillisecondsLateAndNoMore() {
    #expect(log(10, late: 10, by: 5).analysis.voidingLateness == nil)
    #expect(log(10, late: 10, by: 5.000_001).analysis.voidingLateness == 5_000_001)
    #expect(HandMadeLog().analysis.voidingLateness == nil)
  }

  /// Main may be late because it delivers; what was never submitted was not late.
  @Test func onlyThreadsAreEverTooLate() {
    var late = log(10, late: 10)
    late.isThreaded = false
    #expect(late.analysis.voidingLateness == nil)
    var gone = log(10, late: 0)
    gone.update(at: 1, actual: nil)
    #expect(gone.analysis.voidingLateness == nil)
  }

  @Test func updateThatIsSubmittedBeforeItsTimeIsNotLate() {
    var log = HandMadeLog()
    log.update(at: 5, actual: 1)
    #expect(log.analysis.lateness == [0])
    #expect(log.analysis.voidingLateness == nil)
  }

  @Test func latenessIsAscending() {
    var log = HandMadeLog()
    log.update(at: 1, actual: 4)
    log.update(at: 2, actual: 2)
    log.update(at: 3, actual: 4)
    #expect(log.analysis.lateness == [0, 1_000_000, 3_000_000])
  }
}
