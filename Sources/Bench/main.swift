import BenchCLI
import Harness
import KnownBad
import PeerStrategies

BenchCommand.main(
  strategies: .standard + .peers, workloads: .standard, mutants: .knownBad)
