import BenchCLI
import BenchHarness
import BenchMutants
import Foundation

// A bench for testing the harness through its public interface, with strategies whose figures are known in advance,
// strategies that fail, and the mutants. Its views are the built-in ones unless `--view paper` is given.
//
// Without --strategy, `FixtureBench verify` checks the strategies of `bench`, `options` and the mutants, but not the
// failing ones.
let arguments = CommandLine.arguments.dropFirst()
let verifiesAll =
  arguments.first == "verify" && !arguments.contains { $0.hasPrefix("--strategy") }
let own = ProcessInfo.processInfo.environment["FIXTURE_OWN"]
if let own { BenchCommand.main(strategies: .standardWithDefect + .own(own), workloads: .standard) }
BenchCommand.main(
  strategies: .standardWithDefect + .options + (verifiesAll ? [] : .knownAnswers + .faults),
  workloads: .standard, mutants: .mutants, toolkits: [.headless, .paper])
