@testable import BenchHarness
import Testing

@testable import BenchReport

struct MeasuredReloadTests {
  private func record(
    _ strategy: String, _ workload: String, microseconds: Double?, outcome: Outcome = .ok,
    time: TimeMode = .real, pass: TrialPass = .timing
  ) -> Trial {
    var record = Trial(
      Trial.ID(Cell(strategy, workload), number: 1, seed: 1, time: time, pass: pass),
      outcome: outcome, detail: "")
    record.values["cpu_main_per_delivery_us"] = microseconds
    return record
  }

  private func measured(_ records: [Trial]) throws -> MeasuredReload {
    try MeasuredReload(
      records, costs: CostModel(), Registry(.standard, .standard), folder: "run")
  }

  @Test func costIsTheMedianOverCellsOfTheMedianOverTrials() throws {
    let measured = try measured([
      record("source-add", "uart", microseconds: 2_300),
      record("source-add", "uart", microseconds: 9_000),
      record("source-add", "uart", microseconds: 2_200),
      record("naive", "complete-all", microseconds: 2_000),
      record("throttle:interval=33ms", "uart:duration=2s", microseconds: 2_500),
    ])
    #expect(measured.delivery == .microseconds(2_300))
    #expect(measured.cells == 3)
  }

  @Test func layoutIsTakenOffTheReload() throws {
    let measured = try measured([record("naive", "uart", microseconds: 8_240)])
    #expect(measured.applied(to: CostModel()).reloadNanoseconds == 8_000_000)
    #expect(
      measured.description(measured.applied(to: CostModel())) == """
        Reload cost 8 ms: main-thread CPU time per delivery, 8.24 ms, the median of 1, less the \
        layout.
        """)
  }

  @Test(arguments: [1e308, 1e20, -5])
  func timeThatNoDeliveryTakesIsRefused(microseconds: Double) {
    #expect(throws: BenchError.self) {
      try measured([record("naive", "uart", microseconds: microseconds)])
    }
  }

  @Test func deliveryCheaperThanTheLayoutHasAReloadThatCostsNothing() throws {
    let measured = try measured([record("naive", "uart", microseconds: 100)])
    #expect(measured.applied(to: CostModel()).reloadNanoseconds == 0)
  }

  @Test func onlyTrialsThatMeasuredAReloadCount() throws {
    let others = [
      record("main-drain", "uart", microseconds: 400),
      record("change-set", "uart", microseconds: 400),
      record("source-or", "uart", microseconds: 400),
      record("null", "uart", microseconds: 400), record("no-more", "uart", microseconds: 400),
      record("naive", "uart", microseconds: 400, outcome: .void),
      record("naive", "uart", microseconds: 400, outcome: .lost),
      record("naive", "uart", microseconds: 400, time: .virtual),
      record("naive", "uart", microseconds: 400, pass: .allocations),
      record("naive", "uart", microseconds: nil),
      record("naive", "slow-reload", microseconds: 350_000),
      record("naive", "firehose", microseconds: 5),
    ]
    let measured = try measured(others + [record("naive", "uart", microseconds: 2_300)])
    #expect(measured.delivery == .microseconds(2_300))
    #expect(measured.cells == 1)
    let error = try #require(throws: BenchError.self) { try self.measured(others) }
    #expect(error.isUsage)
    #expect(error.description.contains("no trial in real time of a strategy that reloads"))
  }
}
