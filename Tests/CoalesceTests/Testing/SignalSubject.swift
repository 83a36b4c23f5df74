import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Testing

/// A signal whose handler's data is recorded, and a main for it: a model or a real dispatch source.
final class SignalSubject: Sendable {
  enum Kind: String, CaseIterable { case model, real }

  let scheduler: any SourceScheduler
  let signal: any UpdateSignal
  let seen = Recorder<UInt>()
  private let ran = DispatchSemaphore(value: 0)
  private let virtual: VirtualScheduler?
  private let real: RealMain?

  init(_ kind: Kind, _ merging: SignalKind) {
    virtual = kind == .model ? VirtualScheduler() : nil
    real = kind == .real ? RealMain() : nil
    scheduler = virtual ?? real?.scheduler ?? VirtualScheduler()
    signal = scheduler.makeSignal(merging)
  }

  func handle(_ inside: @escaping @Sendable (UInt) -> Void = { _ in }) {
    signal.setHandler { [seen, ran] data in
      seen.record(data)
      inside(data)
      ran.signal()
    }
  }

  /// Runs `body` on main, where no handler can run before it has ended.
  func onMain(_ body: @escaping @Sendable () -> Void) {
    scheduler.onMain(body)
  }

  /// Merges all of `data` in one pass of main.
  func mergeInOnePass(_ data: [UInt]) {
    onMain { [signal] in data.forEach(signal.merge) }
  }

  /// Waits until the handler has run so many times, and for more that may come unasked.
  func settle(runs: Int) {
    virtual?.run()
    for _ in 0..<runs { #expect(ran.arrives()) }
    real?.settle()
  }
}

extension SignalKind {
  static let all: [SignalKind] = [.add, .or, .replace]

  /// What the handler is to see, 0 for no run of it, when these were merged meanwhile.
  func merged(_ data: [UInt]) -> UInt {
    switch self {
    case .add: data.reduce(0, +)
    case .or: data.reduce(0, |)
    case .replace: data.last ?? 0
    }
  }
}
