import Dispatch
import Strategies
import Testing

/// The model of a dispatch source held against the real one: the same test, the same observations.
@Suite struct SignalModelTests {
  enum Kind: String, CaseIterable { case model, real }

  /// A signal whose handler's data is recorded, and a main for it.
  private final class Subject: Sendable {
    let scheduler: any UpdateScheduler
    let signal: any UpdateSignal
    let seen = Recorder<UInt>()
    private let ran = DispatchSemaphore(value: 0)
    private let virtual: VirtualScheduler?
    private let real: RealMain?

    init(_ kind: Kind) {
      virtual = kind == .model ? VirtualScheduler() : nil
      real = kind == .real ? RealMain() : nil
      scheduler = virtual ?? real?.scheduler ?? VirtualScheduler()
      signal = scheduler.makeSignal(.add)
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

    /// Waits until the handler has run so many times, and for more that may come unasked.
    func settle(runs: Int) {
      virtual?.run()
      for _ in 0..<runs { #expect(ran.arrives()) }
      real?.settle()
    }
  }

  @Test(arguments: Kind.allCases)
  func mergesInOnePassOfMainAreOneRun(_ kind: Kind) {
    let subject = Subject(kind)
    subject.handle()
    subject.onMain {
      for data in 1...4 { subject.signal.merge(UInt(data)) }
    }
    subject.settle(runs: 1)
    #expect(subject.seen.all == [10])
  }

  @Test(arguments: Kind.allCases)
  func mergesBeforeTheHandlerIsSetCount(_ kind: Kind) {
    let subject = Subject(kind)
    subject.signal.merge(2)
    subject.signal.merge(3)
    subject.handle()
    subject.settle(runs: 1)
    #expect(subject.seen.all == [5])
  }

  @Test(arguments: Kind.allCases)
  func mergeDuringTheHandlerCausesAnotherRun(_ kind: Kind) {
    let subject = Subject(kind)
    subject.handle { [weak subject] data in
      guard data < 4 else { return }
      subject?.signal.merge(data + 1)
    }
    subject.signal.merge(1)
    subject.settle(runs: 4)
    #expect(subject.seen.all == [1, 2, 3, 4])
  }

  @Test(arguments: Kind.allCases)
  func mergesDuringTheHandlerAreOneRun(_ kind: Kind) {
    let subject = Subject(kind)
    subject.handle { [weak subject] data in
      guard data == 1 else { return }
      for _ in 0..<3 { subject?.signal.merge(5) }
    }
    subject.signal.merge(1)
    subject.settle(runs: 2)
    #expect(subject.seen.all == [1, 15])
  }

  @Test(arguments: Kind.allCases)
  func mergeOfZeroDoesNothing(_ kind: Kind) {
    let subject = Subject(kind)
    subject.handle()
    subject.signal.merge(0)
    subject.settle(runs: 0)
    #expect(subject.seen.all.isEmpty)
    subject.onMain {
      subject.signal.merge(7)
      subject.signal.merge(0)
    }
    subject.settle(runs: 1)
    #expect(subject.seen.all == [7])
  }

  @Test(arguments: Kind.allCases)
  func nothingHappensAfterCancel(_ kind: Kind) {
    let subject = Subject(kind)
    subject.handle()
    subject.signal.merge(1)
    subject.settle(runs: 1)
    subject.onMain {
      subject.signal.merge(2)
      subject.signal.cancel()
      subject.signal.merge(3)
    }
    subject.settle(runs: 0)
    subject.signal.merge(4)
    subject.settle(runs: 0)
    #expect(subject.seen.all == [1])
  }

  @Test(arguments: Kind.allCases)
  func nothingHappensWhereCancelCameBeforeTheHandler(_ kind: Kind) {
    let subject = Subject(kind)
    subject.signal.merge(1)
    subject.signal.cancel()
    subject.handle()
    subject.settle(runs: 0)
    #expect(subject.seen.all.isEmpty)
  }
}
