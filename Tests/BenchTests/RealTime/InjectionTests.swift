@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct InjectionTests {
  @Test(arguments: ["work=1.1", "allocation", "missed-merge=0.05"])
  func textIsReadAndWritten(text: String) throws {
    #expect(try Effect(parsing: text).text == text)
  }

  @Test(arguments: ["", "work", "work=x", "work=-1", "allocation=2", "missed-merge=0", "other=1"])
  func nonsenseIsRefused(text: String) {
    #expect(throws: BenchError.self) { try Effect(parsing: text) }
  }

  @Test func workIsScaled() throws {
    let work = ReloadWork(roundsPerNanosecond: 2)
    #expect(Effect.work(factor: 1.5).work(work).roundsPerNanosecond == 3)
    #expect(Effect.allocation.work(work) == work)
  }

  /// Of 40 reloads every tenth is made twice; row changes are never merged, so none is missed.
  @Test(arguments: [("naive", 44), ("row-changes", 40)])
  func missedMergesAreAddedToReloads(name: String, deliveries: Int) throws {
    let entry = try #require([StrategyEntry].standard.first { $0.name == name })
    let injected = Effect.missedMerge(share: 0.1).strategy(entry)
    let (stage, log, _) = VirtualTrial.play(
      plan: try TrialPlan.of("steady:rate=100:duration=400ms"), strategy: try Selection(injected),
      hop: .microseconds(50))
    #expect(log.deliveries.count == deliveries)
    #expect(stage.viewsEqualModel())
  }
}
