import BenchCLI
import BenchHarness
import Foundation

// A bench for testing the harness through its public interface, with strategies whose figures are known in advance,
// careless strategies, which break promises on purpose, and strategies that fail. Its views are the built-in ones
// unless `--view paper` is given.
//
// Without --strategy, `FixtureBench verify` checks the strategies of `bench`, `options` and the careless ones.
let arguments = CommandLine.arguments.dropFirst()
let verifiesAll =
  arguments.first == "verify" && !arguments.contains { $0.hasPrefix("--strategy") }
let own = ProcessInfo.processInfo.environment["FIXTURE_OWN"]
if let own { BenchCommand.main(strategies: .standardWithDefect + .own(own), workloads: .standard) }
BenchCommand.main(
  strategies: .standardWithDefect + .options + .careless
    + (verifiesAll ? [] : .knownAnswers + .faults),
  workloads: .standard, toolkits: [.headless, .paper])
