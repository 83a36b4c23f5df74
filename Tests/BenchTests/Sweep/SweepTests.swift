@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite struct SweepTests {
  private func sweep(_ specification: String, steps: Int? = nil) throws -> Sweep {
    try Sweep(specification, from: .standard, steps: steps)
  }

  @Test func eachStepIsTheStrategyWithOneValue() throws {
    let sweep = try sweep("throttle:interval=100ms...400ms", steps: 3)
    #expect(sweep.entry.name == "throttle")
    #expect(sweep.parameter.name == "interval")
    #expect(sweep.steps.map(\.text) == ["100ms", "200ms", "400ms"])
    #expect(sweep.steps.map(\.number) == [100, 200, 400])
    #expect(sweep.steps.map(\.selection.key) == sweep.steps.map { "throttle:interval=\($0.text)" })
  }

  @Test func defaultIsSweptUnderItsShortKey() throws {
    let keys = try sweep("throttle:interval=300ms,4ms").steps.map(\.selection.key)
    #expect(keys == ["throttle", "throttle:interval=4ms"])
  }

  @Test func parameterOfEveryStrategyCanBeSwept() throws {
    for entry in [StrategyEntry].standard {
      for parameter in entry.parameters {
        let example = SweepValues(of: parameter).example
        let sweep = try sweep("\(entry.name):\(parameter.name)=\(example)")
        #expect(sweep.steps.count >= 2)
        let values = sweep.steps.map { try? parameter.parse($0.text) }
        #expect(!values.contains(nil))
      }
    }
  }

  @Test func unknownStrategyIsRefusedWithTheChoices() {
    #expect(
      throws: BenchError.unknownName(
        kind: "strategy", name: "throtle", choices: [StrategyEntry].standard.map(\.name))
    ) { try sweep("throtle:interval=4ms...300ms") }
  }

  @Test func strategyWithoutParametersIsRefusedWithThoseThatHaveSome() throws {
    let error = try #require(throws: BenchError.self) { try sweep("naive") }
    #expect(error.isUsage)
    #expect(error.description.hasPrefix("'naive' is not a valid strategy for a sweep."))
    for entry in [StrategyEntry].standard where !entry.parameters.isEmpty {
      #expect(error.description.contains(entry.name))
    }
  }

  @Test func unknownParameterIsRefusedWithTheChoices() {
    #expect(
      throws: BenchError.unknownParameter(
        owner: "throttle", name: "intervall", choices: ["interval"])
    ) { try sweep("throttle:intervall=4ms...300ms") }
  }

  @Test(arguments: [
    "throttle", "throttle:interval=4ms", "throttle:interval", "throttle:interval=",
    "throttle:interval=4ms..300ms", "", ":",
  ])
  func sweepOfNothingIsRefused(specification: String) throws {
    let error = try #require(throws: BenchError.self) { try sweep(specification) }
    #expect(error.isUsage)
  }

  @Test func otherParametersTakeOneValueAndOnlyOneTakesARange() throws {
    let entry = StrategyEntry(
      name: "two", origin: "a test", summary: "two parameters",
      parameters: [.duration("a", .milliseconds(1), "a"), .count("b", 3, "b")],
      delivery: .none
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    let keys = try Sweep("two:a=1ms,2ms:b=7", from: [entry]).steps.map(\.selection.key)
    #expect(keys == ["two:b=7", "two:a=2ms:b=7"])
    let error = try #require(throws: BenchError.self) {
      try Sweep("two:a=1ms...2ms:b=1...7", from: [entry])
    }
    #expect(error.description.contains("--a 4ms...300ms or --b 1...100"))
    #expect(throws: BenchError.self) { try Sweep("two:a=1ms...2ms:b=x", from: [entry]) }
  }
}
