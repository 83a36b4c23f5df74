import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// Compares the model of a dispatch source with the real one: the same tests must give the same results.
struct SignalModelTests {
  typealias Kind = SignalSubject.Kind

  @Test(arguments: Kind.allCases, SignalKind.allCases)
  func signalsBeforeTheHandlerExistsAreNotLost(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
    subject.signal.send()
    subject.signal.send()
    subject.handle()
    subject.settle(runs: 1)
    #expect(subject.runs.all == [1])
  }

  @Test(arguments: Kind.allCases, SignalKind.allCases)
  func signalsInTheHandlerCauseOneMoreRun(_ kind: Kind, _ merging: SignalKind) {
    let subject = SignalSubject(kind, merging)
    subject.handle { [weak subject] run in
      guard run == 1 else { return }
      for _ in 0..<3 { subject?.signal.send() }
    }
    subject.signal.send()
    subject.settle(runs: 2)
    #expect(subject.runs.all == [1, 2])
  }

  /// Seeded random signals.
  @Test(arguments: SignalKind.allCases, 0..<10)
  func modelMatchesARealDispatchSource(_ merging: SignalKind, _ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let model = SignalSubject(.model, merging)
    let real = SignalSubject(.real, merging)
    for subject in [model, real] { subject.handle() }
    for _ in 0..<50 {
      let signals = Int.random(in: 0...4, using: &random)
      let runsBefore = model.runs.count
      model.send(signals)
      model.settle(runs: 0)
      real.send(signals)
      real.settle(runs: model.runs.count - runsBefore)
    }
    #expect(model.runs.all == real.runs.all)
    #expect(model.runs.count > 0)
  }
}
