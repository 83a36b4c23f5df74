import BenchCLI
import Harness

// A bench of strategies whose figures are known beforehand, and of such that fail: what tests and
// Scripts/faults hold the harness against, through its public interface.
BenchCommand.main(
  strategies: .standardWithDefect + .knownAnswers + .faults, workloads: .standard)
