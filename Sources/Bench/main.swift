import BenchCLI
import Harness
import Workloads
import Mutants
import PeerStrategies

BenchCommand.main(strategies: .standard + .peers, workloads: .standard, mutants: .mutants)
