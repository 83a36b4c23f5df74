import Coalesce
import CoalesceTesting
import Observation
import BenchLibrarySupport
import Testing

/// `observe(_:_:)` in virtual time.
@MainActor struct CoalescerObservationTests {
  @Observable final class Model {
    var number = 0
  }

  private final class View {
    let model: Model

    init(_ model: Model) { self.model = model }
  }

  private let time = VirtualScheduler()
  private let shown = Recorder<[Int]>()
  private let times = Recorder<Duration>()

  @Test func modelsThatChangeTogetherAreAllWatchedAgain() {
    let models = (0..<3).map { _ in Model() }
    let reload = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time))
    reload.onDelivery { [times, time] in times.record(time.now) }
    for model in models { reload.observe(model) { $0.number } }
    for model in models { model.number += 1 }
    time.run()
    for model in models {
      model.number += 1
      time.run()
    }
    #expect(times.count == 4)
  }

  @Test func replacedObservationSubmitsNothing() {
    let (model, other) = (Model(), Model())
    let reload = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time))
    reload.onDelivery { [times, time] in times.record(time.now) }
    for _ in 0..<1_000 { reload.observe(model) { $0.number } }
    model.number += 1
    #expect(reload.pendingCount == 1)
    time.run()
    reload.observe(model) { _ in other.number }
    model.number += 1
    time.run()
    #expect(times.count == 1, "The model is read no longer.")
  }

  @Test func observedModelIsReadOncePerDelivery() {
    let model = Model()
    let reads = Recorder<Int>()
    let reload = Coalescer<UpdateCount>(.throttle(for: .seconds(1)), on: .scheduler(time))
    reload.onDelivery { [shown] in shown.record([model.number]) }
    reload.observe(model) { model in reads.record(model.number) }
    for millisecond in 0..<1_500 {
      time.onMain(at: .milliseconds(millisecond)) { model.number += 1 }
    }
    time.run()
    #expect(shown.all.last == [1_500])
    #expect(reload.statistics.deliveries == 3)
    #expect(reads.count == 4, "at the beginning, and once in each delivery")
    let hold = reload.pause()
    for _ in 0..<100 {
      model.number += 1
      time.run()
    }
    #expect(reads.count == 4, "not during a pause")
    hold.end()
    time.run()
    #expect(shown.all.last == [1_600])
  }

  @Test func newObservationReplacesTheOldAndRetainsNoModel() {
    var model: Model? = Model()
    let (old, new) = (Recorder<Int>(), Recorder<Int>())
    let reload = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time))
    reload.onDelivery {}
    if let model {
      reload.observe(model) { old.record($0.number) }
      reload.observe(model) { new.record($0.number) }
    }
    for _ in 0..<3 {
      model?.number += 1
      time.run()
    }
    #expect(old.count <= 2, "a change already announced may still come")
    #expect(new.all == [0, 1, 2, 3])
    weak let gone = model
    model = nil
    #expect(gone == nil)
  }

  @Test func observationOfAReleasedTargetCausesNoSubmissions() {
    let model = Model()
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time)) { _ in }
    var view: View? = View(model)
    if let view { coalescer.observe(view) { $0.model.number } }
    model.number = 1
    time.run()
    #expect(coalescer.statistics.submissions == 1)
    view = nil
    model.number = 2
    time.run()
    #expect(coalescer.statistics.submissions == 1)
  }

  @Test func cancelledCoalescerObservesNothing() {
    let view = Recorder<Int>()
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(VirtualScheduler())) { _ in }
    coalescer.cancel()
    coalescer.observe(view) { view in view.record(1) }
    #expect(view.count == 0)
  }
}
