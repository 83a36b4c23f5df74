import BenchCLI
import BenchHarness

BenchCommand.main(
  strategies: .standard, workloads: .standard,
  adaptersElsewhere: ["async-*", "combine-*", "notification-queue", "observations"])
