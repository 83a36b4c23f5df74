import Coalesce
import CoalesceTesting
import Testing

/// Counts and flags, which wait in atomics, come through every strategy.
@Suite struct EveryUpdateTests {
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func everyStrategyDeliversEveryCountAndEveryFlag(_ subject: StrategyCase, _ origin: Origin) {
    let scheduler = VirtualScheduler()
    let counts = Recorder<Int>()
    let flags = Recorder<UInt>()
    let counting = subject.make(scheduler) { (update: UpdateCount) in
      counts.record(update.updateCount)
    }
    let flagging = subject.make(scheduler) { (update: UpdateFlags) in
      flags.record(update.rawValue)
    }
    for bit in 0..<40 {
      let submit = {
        counting.submit(.one)
        flagging.submit(UpdateFlags(rawValue: 1 << UInt(bit)))
      }
      let time = UInt64(bit) * 300_000
      switch origin {
      case .background: scheduler.at(nanoseconds: time, submit)
      case .main: scheduler.onMain(atNanoseconds: time, submit)
      }
    }
    scheduler.run()
    #expect(counts.all.reduce(0, +) == 40)
    #expect(flags.all.reduce(0, |) == 1 << 40 - 1)
  }
}
