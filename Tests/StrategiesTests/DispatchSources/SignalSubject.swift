import CoalesceStrategies
import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

/// A signal, either a model or a real dispatch source, its scheduler, and the numbers of the handler's runs.
final class SignalSubject: Sendable {
  enum Kind: String, CaseIterable { case model, real }

  let scheduler: any SourceScheduler
  let signal: any UpdateSignal
  let runs = Recorder<Int>()
  private let ran = DispatchSemaphore(value: 0)
  private let virtual: VirtualScheduler?
  private let real: RealMain?

  init(_ kind: Kind, _ merging: SignalKind) {
    virtual = kind == .model ? VirtualScheduler() : nil
    real = kind == .real ? RealMain() : nil
    scheduler = virtual ?? real?.scheduler ?? VirtualScheduler()
    signal = scheduler.makeSignal(merging)
  }

  func handle(_ inside: @escaping @Sendable (_ run: Int) -> Void = { _ in }) {
    signal.setHandler { [runs, ran] in
      let run = runs.count + 1
      runs.record(run)
      inside(run)
      ran.signal()
    }
  }

  /// Sends this many signals in one main-thread pass, so that no handler runs in between.
  func send(_ signals: Int) {
    scheduler.onMain { [signal] in for _ in 0..<signals { signal.send() } }
  }

  /// Waits for this many runs of the handler, and for unexpected further ones.
  func settle(runs: Int) {
    virtual?.run()
    for _ in 0..<runs { #expect(ran.arrives()) }
    real?.settle()
  }
}
