import BenchCLI
import BenchHarness

#if Peers
  import PeerStrategies

  let strategies: [StrategyEntry] = .standard + .peers
#else
  let strategies: [StrategyEntry] = .standard
#endif

BenchCommand.main(strategies: strategies, workloads: .standard)
