import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite struct DecidingTests {
  @Test func worstDecidesUnlessSomeMayBeWorse() {
    let values = [3.0, 9, 1, 9, 5]
    #expect(Deciding.place(in: values, share: 1) == 1)
    #expect(Deciding.place(in: values, share: 0.8) == 3)
    #expect(Deciding.place(in: values, share: 0.6) == 4)
    #expect(Deciding.place(in: values, share: 0.81) == 1)
    #expect(Deciding.place(in: [], share: 0.5) == nil)
  }

  /// 1 − 0.95 is not a twentieth.
  @Test(arguments: [(20, 0.95, 1), (200, 0.95, 10), (19, 0.95, 0), (10, 0.9, 1), (3, 1, 0)])
  func exceptionsAreCountedExactly(count: Int, share: Double, exceptions: Int) {
    #expect(Deciding.exceptions(count, share: share) == exceptions)
  }

  private func candidate(missing: Int, of count: Int) throws -> Candidate {
    let goal = Goal.mainBusy(atMost: 0.5)
    let results = (0..<count).map { number in
      Candidate.Result(
        CellSummary(exact: Figures(busy: number < missing ? 0.9 : 0.1).record("throttle")), [goal])
    }
    return Candidate(selection: try .strategy("throttle"), results: results, share: 0.9)
  }

  @Test func goalsAreMetWhereAsManyMeetThemAsHaveTo() throws {
    #expect(try candidate(missing: 2, of: 20).isEligible)
    #expect(try candidate(missing: 2, of: 20).excess() == 0.2)
    #expect(try !candidate(missing: 3, of: 20).isEligible)
    #expect(try candidate(missing: 3, of: 20).excess() == 1.8)
    #expect(try candidate(missing: 3, of: 20).standing(0)?.figure == 0.9)
  }

  /// The interval of the binomial distribution, 2 standard deviations on either side.
  @Test func attainmentIsWhereTheSamplesLie() throws {
    let attainment = Attainment(try candidate(missing: 40, of: 400), seed: 1)
    #expect(attainment.share == 0.9)
    #expect(abs(attainment.low - 0.87) < 0.01 && abs(attainment.high - 0.93) < 0.01)
    let all = Attainment(try candidate(missing: 0, of: 100), seed: 1)
    // As the rule of three has it.
    #expect(abs(all.low - 0.97) < 0.001 && all.high == 1)
  }
}
