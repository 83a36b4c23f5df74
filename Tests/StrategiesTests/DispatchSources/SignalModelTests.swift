import BenchHarness
import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// Compares the model of a dispatch source with the real one: the same tests must give the same results.
struct SignalModelTests {
  typealias Kind = SignalSubject.Kind

  @Test(arguments: Kind.allCases, SignalKind.all)
  func mergesBeforeTheHandlerExistsAreNotLost(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
    subject.signal.merge(2)
    subject.signal.merge(5)
    subject.handle()
    subject.settle(runs: 1)
    #expect(subject.seen.all == [merging.merged([2, 5])])
  }

  @Test(arguments: Kind.allCases, SignalKind.all)
  func mergesInTheHandlerCauseOneMoreRun(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
    subject.handle { [weak subject] data in
      guard data == 1 else { return }
      for data: UInt in [4, 8, 6] { subject?.signal.merge(data) }
    }
    subject.signal.merge(1)
    subject.settle(runs: 2)
    #expect(subject.seen.all == [1, merging.merged([4, 8, 6])])
  }

  @Test(arguments: Kind.allCases)
  func replacingWithZeroInTheHandlerCausesNoFurtherRun(_ kind: Kind) {
    let subject = SignalSubject(kind, .replace)
    subject.handle { [weak subject] _ in
      subject?.signal.merge(9)
      subject?.signal.merge(0)
    }
    subject.signal.merge(1)
    subject.settle(runs: 1)
    #expect(subject.seen.all == [1])
  }

  /// Seeded random merges, including zeros and the largest number.
  @Test(arguments: SignalKind.all, 0..<10)
  func modelMatchesARealDispatchSource(_ merging: SignalKind, _ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let model = SignalSubject(.model, merging)
    let real = SignalSubject(.real, merging)
    let data: [UInt] = [0, 0, 1, 2, 3, 64, UInt(Int.max)]
    for subject in [model, real] { subject.handle() }
    for _ in 0..<50 {
      let merges = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        data.randomElement(using: &random) ?? 0
      }
      let runsBefore = model.seen.count
      model.mergeInOnePass(merges)
      model.settle(runs: 0)
      real.mergeInOnePass(merges)
      real.settle(runs: model.seen.count - runsBefore)
    }
    #expect(model.seen.all == real.seen.all)
    #expect(model.seen.count > 0)
  }

  @Test(arguments: Kind.allCases, SignalKind.all)
  func handlerDoesNotRunAfterCancel(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
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

  @Test(arguments: Kind.allCases, SignalKind.all)
  func handlerSetAfterCancelDoesNotRun(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
    subject.signal.merge(1)
    subject.signal.cancel()
    subject.handle()
    subject.settle(runs: 0)
    #expect(subject.seen.all.isEmpty)
  }
}
