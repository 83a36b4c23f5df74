import BenchCLI
import BenchHarness
import BenchMutants

// A bench of strategies whose figures are known beforehand, of such that fail, and of the mutants: what
// tests hold the harness against, through its public interface. Its views are the
// bench's own unless `--view paper` asks for others.
//
// `FixtureBench verify` checks what `bench` does, and the mutants; those that fail have to be named.
let arguments = CommandLine.arguments.dropFirst()
let verifiesAll =
  arguments.first == "verify" && !arguments.contains { $0.hasPrefix("--strategy") }
BenchCommand.main(
  strategies: .standardWithDefect + (verifiesAll ? [] : .knownAnswers + .faults),
  workloads: .standard, mutants: .mutants, toolkits: [.headless, .paper])
