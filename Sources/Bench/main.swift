import BenchCLI
import BenchHarness
import BenchMutants

BenchCommand.main(
  strategies: .standard, workloads: .standard, mutants: .mutants,
  adaptersElsewhere: ["async-*", "combine-*", "notification-queue", "observations"])
