import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

/// A signal, either a model or a real dispatch source, its scheduler, and a record of the handler's data.
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

  /// Runs `body` on the main thread, so that no handler runs before it ends.
  func onMain(_ body: @escaping @Sendable () -> Void) {
    scheduler.onMain(body)
  }

  /// Merges all of `data` in one main-thread pass.
  func mergeInOnePass(_ data: [UInt]) {
    onMain { [signal] in data.forEach(signal.merge) }
  }

  /// Waits for this many runs of the handler, and for unexpected further ones.
  func settle(runs: Int) {
    virtual?.run()
    for _ in 0..<runs { #expect(ran.arrives()) }
    real?.settle()
  }
}

extension SignalKind {
  static let all: [SignalKind] = [.add, .or, .replace]

  /// The value that the handler should get after these merges; 0 if it should not run.
  func merged(_ data: [UInt]) -> UInt {
    switch self {
    case .add: data.reduce(0, +)
    case .or: data.reduce(0, |)
    case .replace: data.last ?? 0
    }
  }
}
