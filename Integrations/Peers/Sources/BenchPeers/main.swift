import BenchCLI
import BenchHarness
import PeerStrategies

BenchCommand.main(strategies: .standard + .peers, workloads: .standard)
