import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct VerdictTests {
  @Test func heaviestVerdictDecides() {
    #expect(Verdict.together([]) == .pass)
    #expect(Verdict.together([.pass, .improved]) == .improved)
    #expect(Verdict.together([.improved, .trade]) == .trade)
    #expect(Verdict.together([.inconclusive, .improved, .unknown]) == .inconclusive)
    #expect(Verdict.together([.inconclusive, .regressed, .improved]) == .regressed)
  }

  @Test func onlyARegressionIsRed() {
    #expect(Verdict.allCases.filter { $0.exitCode == 1 } == [.regressed])
    #expect(Verdict.allCases.filter { $0.exitCode == 0 } == [.pass, .improved, .trade])
  }
}
