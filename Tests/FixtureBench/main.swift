import BenchCLI
import BenchHarness
import BenchMutants
import Foundation

// A bench of strategies whose figures are known beforehand, of such that fail, and of the mutants: what
// tests hold the harness against, through its public interface. Its views are the
// bench's own unless `--view paper` asks for others.
//
// `FixtureBench verify` checks what `bench` does, options, and the mutants; those that fail have to be named.
let arguments = CommandLine.arguments.dropFirst()
let verifiesAll =
  arguments.first == "verify" && !arguments.contains { $0.hasPrefix("--strategy") }
let own = ProcessInfo.processInfo.environment["FIXTURE_OWN"]
if let own { BenchCommand.main(strategies: .standardWithDefect + .own(own), workloads: .standard) }
BenchCommand.main(
  strategies: .standardWithDefect + .options + (verifiesAll ? [] : .knownAnswers + .faults),
  workloads: .standard, mutants: .mutants, toolkits: [.headless, .paper])
