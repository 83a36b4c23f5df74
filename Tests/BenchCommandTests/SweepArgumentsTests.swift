import ArgumentParser
import BenchHarness
import BenchReport
import Testing

@testable import BenchCLI

@Suite struct SweepArgumentsTests {
  private func specified(_ arguments: String) -> String {
    SweepArguments.specified(
      arguments.split(separator: " ").map(String.init), strategies: .standard
    ).joined(separator: " ")
  }

  @Test(arguments: [
    ("sweep throttle --interval 4ms...300ms", "sweep throttle:interval=4ms...300ms"),
    ("sweep throttle --interval=4ms,5ms --steps 3", "sweep throttle:interval=4ms,5ms --steps 3"),
    (
      "sweep --steps 3 --interval 4ms...5ms throttle", "sweep --steps 3 throttle:interval=4ms...5ms"
    ),
    (
      "sweep change-set --limit 10...1000 --workload uart",
      "sweep change-set:limit=10...1000 --workload uart"
    ),
    ("sweep throttle:interval=4ms,5ms", "sweep throttle:interval=4ms,5ms"),
  ])
  func parameterOfTheStrategyJoinsItsSpecification(given: String, expected: String) {
    #expect(specified(given) == expected)
  }

  @Test(arguments: [
    "sweep throttle --limit 5", "sweep throttle --intervall 4ms...5ms",
    "sweep naive --interval 4ms",
    "sweep", "sweep throtle --interval 4ms...5ms", "run --strategy throttle --interval 4ms", "",
    "simulate --strategy change-set --limit 5",
  ])
  func everythingElseStaysAsItIs(arguments: String) {
    #expect(specified(arguments) == arguments)
  }

  @Test func optionIsNoValueOfAParameter() throws {
    #expect(
      specified("sweep throttle --interval --steps 3") == "sweep throttle:interval= --steps 3")
  }

  @Test func whatWasNotRecognisedIsTakenForAParameter() throws {
    #expect(
      try SweepArguments.specification("throttle", unrecognised: ["--intervall", "4ms...5ms"])
        == "throttle:intervall=4ms...5ms")
    #expect(try SweepArguments.specification("throttle", unrecognised: []) == "throttle")
  }

  @Test(arguments: [["4ms...300ms"], ["-x"], ["--", "a"], ["--interval", "1ms", "2ms"]])
  func whatCannotBeAParameterIsRefused(unrecognised: [String]) {
    #expect(throws: ValidationError.self) {
      try SweepArguments.specification("throttle", unrecognised: unrecognised)
    }
  }
}
