import CBenchPlatform
import Coalesce
import Dispatch
import Foundation

package struct SelfTest: Codable, Equatable, Sendable {
  let timerOvershootMedianMs: Double
  let isRunLoopOnMainThread: Bool
  let clockCostNs: Double
  /// The median time from a dispatch by another thread until an idle main thread runs the dispatched block.
  package let mainWakeUpUs: Double
  /// How many cores' worth of work the machine did while each core had one thread to run.
  let freeCores: Double

  private static let timers = 25

  /// Takes about 0.2 s, and 0.5 s more if the load average `load` is high, to tell an occasionally busy program from
  /// the aftermath of a build. Call only on the main thread of a synchronous program.
  package static func run(work: ReloadWork, load: Double?) -> SelfTest {
    let (overshoot, isOnMain) = timerOvershoot()
    return SelfTest(
      timerOvershootMedianMs: Double(overshoot) / 1e6, isRunLoopOnMainThread: isOnMain,
      clockCostNs: clockCost(), mainWakeUpUs: Double(mainWakeUp()) / 1e3,
      freeCores: freeCores(work, alone: nanoseconds(load: load, cores: cores)))
  }

  private static var cores: Int { max(1, Int(cplatform_available_cores())) }

  static func nanoseconds(load: Double?, cores: Int) -> UInt64 {
    load ?? 0 > Double(cores) * 0.75 ? 500_000_000 : 20_000_000
  }

  /// The median, and whether all timers fired on the main thread.
  private static func timerOvershoot() -> (UInt64, Bool) {
    var overshoots: [UInt64] = []
    var isOnMain = true
    for _ in 0..<timers {
      var hasFired = false
      let deadline = DispatchTime.now() + .milliseconds(3)
      let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
      timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
      timer.setEventHandler(
        handler: DispatchWorkItem {
          let (now, due) = (Clocks.uptime, deadline.uptimeNanoseconds)
          overshoots.append(now - min(due, now))
          isOnMain = isOnMain && Thread.isMainThread
          hasFired = true
        })
      timer.activate()
      while !hasFired { MainLoop.pass() }
    }
    return (overshoots.sorted()[timers / 2], isOnMain)
  }

  private static func mainWakeUp() -> UInt64 {
    let times = Locked<[UInt64]>([])
    for number in 1...timers {
      Thread.detachNewThread {
        // Gives the main thread time to fall asleep.
        Thread.sleep(forTimeInterval: 0.002)
        let start = Clocks.uptime
        DispatchQueue.main.async {
          let elapsed = Clocks.uptime - start
          times.withLock { $0.append(elapsed) }
        }
      }
      while times.withLock({ $0.count }) < number { MainLoop.pass() }
    }
    return times.withLock { $0.sorted()[timers / 2] }
  }

  private static func clockCost() -> Double {
    let calls = 10_000
    let start = Clocks.uptime
    var last = start
    for _ in 0..<calls { last = Clocks.uptime }
    return Double(last - start) / Double(calls)
  }

  /// Gives each core the same work; returns how many cores' worth of it is done in the time that one core needs alone.
  private static func freeCores(_ work: ReloadWork, alone: UInt64) -> Double {
    let done = DispatchSemaphore(value: 0)
    let start = Clocks.uptime
    // Uses threads, because a queue would choose the number of threads itself.
    for _ in 0..<cores {
      Thread.detachNewThread {
        work.spend(nanoseconds: alone)
        done.signal()
      }
    }
    for _ in 0..<cores { done.wait() }
    let elapsed = Clocks.uptime - start
    return Double(cores) * min(1, Double(alone) / Double(max(1, elapsed)))
  }

  package func warnings(cores: Int, isOptimised: Bool) -> [String] {
    let digits = FigureText.threeDigits
    let warnings = [
      (
        !isOptimised,
        "This is a debug build: its figures mean nothing. Use 'swift run -c release bench'."
      ),
      (
        !isRunLoopOnMainThread,
        "The main queue does not run on the main thread. Start bench from a synchronous main()."
      ),
      (
        timerOvershootMedianMs > 1,
        "Timers fire late (median \(digits(timerOvershootMedianMs)) ms), so latencies will look "
          + "longer than they are. Quit other programs or use another machine."
      ),
      (
        cores < 2 || freeCores < 1.5,
        "The machine is busy: \(digits(freeCores)) of \(cores) cores idle, 2 needed. "
          + "Close other programs; don't trust single values."
      ),
      (
        clockCostNs > 200,
        "Reading the clock costs \(digits(clockCostNs)) ns; "
          + "choose a faster clock source, or ignore latencies under a microsecond."
      ),
    ]
    return warnings.filter(\.0).map(\.1)
  }
}
