import BenchCLI
import Harness

BenchCommand.main(strategies: .standard, workloads: .standard)
