import BenchCLI
import BenchHarness
import BenchWorkloads

// A bench of strategies whose figures are known beforehand, and of such that fail: what tests and
// Scripts/dev/faults hold the harness against, through its public interface. Its views are the bench's own
// unless `--view paper` asks for others.
BenchCommand.main(
  strategies: .standardWithDefect + .knownAnswers + .faults, workloads: .standard,
  toolkits: [.headless, .paper])
