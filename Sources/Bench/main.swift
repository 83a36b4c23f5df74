import BenchCLI
import Harness
import PeerStrategies

BenchCommand.main(strategies: .standard + .peers, workloads: .standard)
