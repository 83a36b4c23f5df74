import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Testing

@testable import BenchHarness

/// The figures of a recording are exactly those of the app's deliveries.
struct RecordedAppTests {
  /// A display whose frames have their own phase.
  private final class Display: FrameSource {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

    func onNextFrame(_ work: @escaping @Sendable () -> Void) {
      let frame: UInt64 = 16_666_667
      let next = (scheduler.elapsedNanoseconds / frame + 1) * frame + 5_000_000
      scheduler.onMain(atNanoseconds: next, work)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var update = "UpdateCount"
    let play: @Sendable (RecordedApp) -> Void
    var testDescription: String { name }

    /// An app whose list has this pace.
    static func pace(
      _ name: String, _ pace: Pace, _ more: @escaping @Sendable (RecordedApp) -> Void = { _ in }
    ) -> Case {
      Case(name: name) { app in
        app.serve(Coalescer<UpdateCount>(pace, on: .scheduler(app.scheduler))) { _ in .one }
        more(app)
      }
    }
  }

  static let cases: [Case] = [
    .pace("adaptive", .adaptive),
    .pace("throttle", .throttle(for: .milliseconds(100))),
    .pace("frame", .frame()),
    .pace("next-pass", .nextPass),
    .pace("debounce", .debounce(for: .milliseconds(40))),
    .pace("debounce, maximum", .debounce(for: .milliseconds(40), maximum: .milliseconds(150))),
    .pace("budget, maximum", .budget(share: 0.02, maximumWait: .milliseconds(300))),
    .pace("balanced-eager", .balancedEager()),
    .pace("pause", .throttle(for: .milliseconds(100))) { app in
      app.pause(from: .milliseconds(300), until: .milliseconds(3_300))
    },
    .pace("adaptive, pauses", .adaptive) { app in
      app.pause(from: .milliseconds(200), until: .milliseconds(500))
      app.pause(from: .milliseconds(900), until: .milliseconds(1_250))
    },
    .pace("throttle, other work", .throttle(for: .milliseconds(50))) { app in
      for number in 0..<40 { app.work(.milliseconds(30), at: .milliseconds(47 * number)) }
    },
    .pace("next-pass, other work", .nextPass) { app in
      for number in 0..<60 { app.work(.milliseconds(11), at: .milliseconds(29 * number)) }
    },
    .pace("bounds and flushes", .throttle(for: .milliseconds(400))) { app in
      for number in 0..<5 {
        app.scheduler.at(.milliseconds(170 * number + 31)) { app.submitAtOnce() }
        app.scheduler.onMain(at: .milliseconds(210 * number + 3)) {
          app.submit()
          app.flush()
          app.submit()
          app.flush()
        }
      }
    },
    .pace("changed pace", .frame()) { app in
      app.scheduler.at(.milliseconds(600)) { app.setPace(.throttle(for: .milliseconds(250))) }
    },
    Case(name: "frame source") { app in
      let display = Display(app.scheduler)
      let coalescer = Coalescer<UpdateCount>(
        .nextPass, on: .frames(display, scheduler: app.scheduler))
      app.serve(coalescer) { _ in .one }
    },
    Case(name: "group") { app in
      let group = CoalescerGroup(.budget(share: 0.3), scheduler: app.scheduler)
      func member<Update: Mergeable>() -> Coalescer<Update> {
        Coalescer(.nextPass, on: .group(group))
      }
      app.serve(member() as Coalescer<UpdateCount>) { _ in .one }
      app.serveOtherView(member(), every: .milliseconds(35))
    },
    Case(name: "changed rows, shared default", update: "ChangedIDs<Int>") { app in
      app.serve(Coalescer<ChangedIDs<Int>>(on: .scheduler(app.scheduler))) { ChangedIDs($0 % 7) }
      app.serveOtherView(
        Coalescer<UpdateCount>(on: .scheduler(app.scheduler)), every: .milliseconds(20))
    },
    Case(name: "newest by key", update: "NewestByKey<String, Int>") { app in
      let coalescer = Coalescer<NewestByKey<String, Int>>(.frame(), on: .scheduler(app.scheduler))
      app.serve(coalescer) { NewestByKey("\($0 % 3)", $0) }
    },
  ]

  /// Bursts, gaps and a steady stream.
  private func play(_ app: RecordedApp) {
    for number in 0..<30 { app.scheduler.at(.milliseconds(9 * number)) { app.submit() } }
    for number in 0..<25 { app.scheduler.at(.milliseconds(400 + number * number)) { app.submit() } }
    for number in 0..<10 {
      app.scheduler.at(.milliseconds(1_300 + 140 * number)) { for _ in 0..<4 { app.submit() } }
    }
    app.scheduler.at(.milliseconds(4_100)) { app.submit() }
    app.scheduler.run()
  }

  @Test(arguments: cases)
  func recordedTrialEqualsWhatWasDelivered(_ made: Case) throws {
    let app = RecordedApp()
    made.play(app)
    play(app)
    let csv = try #require(app.recording).csv
    let recording = try Recording(
      bytes: Array(csv.utf8), name: TraceText.name, options: TraceOptions())
    let deliveries = try #require(recording.deliveries)
    #expect(deliveries.haveTimes && deliveries.update == made.update)
    #expect(deliveries.count == app.deliveries)
    // Even in successive passes, each delivery has a layout commit of its own.
    if made.name.hasPrefix("next-pass") {
      #expect(recording.trace.deliveries.allSatisfy { $0.layout?.count == 1_000_000 })
      #expect(deliveries.layoutNanoseconds == 1_000_000)
    }
    let trial = RecordedTrial.record(
      Trial.ID(Cell("now", "trace"), number: 1, seed: 1, time: .virtual), recording.trace,
      costs: deliveries.applied(to: CostModel()))
    #expect(trial.outcome == .ok)
    #expect(trial.values[.lostUpdates] == 0)
    #expect(trial.values[.updates] == Double(recording.trace.count))
    #expect(trial.values[.deliveries] == Double(app.deliveries))
    #expect(isClose(trial.values[.latencyMax], Double(app.longestWait) / 1e6))
    #expect(isClose(trial.values[.mainBusyPeakShare], app.busiestSecond))
    #expect(trial.values[.picturesPerSecond] != nil)
  }
}
