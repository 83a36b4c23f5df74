import BenchCLI
import Harness
import Mutants
import PeerStrategies

BenchCommand.main(strategies: .standard + .peers, workloads: .standard, mutants: .mutants)
