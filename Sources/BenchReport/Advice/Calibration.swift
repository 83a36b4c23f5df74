import BenchHarness
import BenchMath
import Coalesce
import Dispatch

/// What a view costs, measured on the view itself: each kind of work alone, with nothing beside it.
package struct Calibration: Sendable {
  /// What is done to the view.
  package enum Step: String, CaseIterable, Sendable {
    /// All rows are reloaded.
    case reload
    /// One visible row is changed.
    case rowChange = "change of a visible row"
    /// All visible rows are changed, one by one.
    case visibleRowChanges = "change of every visible row"
    /// One row is changed that is not on the screen.
    case hiddenRowChange = "change of a hidden row"
    /// Nothing.
    case emptyFrame = "nothing"
  }

  /// What a step takes of main, in nanoseconds.
  package struct Cost: Sendable {
    /// The calls to the view.
    package let call: MedianInterval
    /// Main's work between the calls and the frame.
    package let between: MedianInterval
    /// From the begin of the frame, or of the layout commit, until it was laid out.
    package let layout: MedianInterval
    /// From then until it was painted; 0 for a view that paints nothing.
    package let paint: MedianInterval

    /// All that is done for the frame: toolkits measure before they lay out.
    package var frame: Double { between.median + layout.median + paint.median }
  }

  package let costs: [Step: Cost]
  package let visibleRows: Int
  /// The time between the starts of frames that follow each other as fast as they can, in nanoseconds;
  /// nil for a view without frames.
  package let framePeriod: Double?

  /// The cost model that comes nearest to what was measured. A row's change is charged as one of many:
  /// the first after a pause costs some times as much, because caches are cold.
  package var model: CostModel {
    let rows = Double(max(1, visibleRows))
    func frame(_ step: Step) -> Double { costs[step]?.frame ?? 0 }
    func duration(_ nanoseconds: Double) -> Duration { .nanoseconds(Int64(max(0, nanoseconds))) }
    let one = framePeriod == nil ? 0 : frame(.rowChange)
    var model = CostModel(
      reload: duration(costs[.reload]?.call.median ?? 0),
      visibleRow: duration((frame(.reload) - one) / rows), visibleRows: visibleRows,
      rowChange: duration((costs[.visibleRowChanges]?.call.median ?? 0) / rows))
    if let framePeriod {
      model.screen = CostModel.Screen(
        frame: duration(one), emptyFrame: duration(frame(.emptyFrame)),
        changedRow: duration((frame(.visibleRowChanges) - one) / max(1, rows - 1)),
        period: duration(framePeriod))
    }
    return model
  }
}

extension Calibration {
  /// Measures `view`, every step so many times, in an order that is shuffled anew each round. On the
  /// main thread of a synchronous program only.
  /// - Throws: ``ToolkitUnavailable``, or ``BenchError`` where no frame comes.
  package static func measure(
    _ view: Selection<ToolkitEntry>?, costs: CostModel, rounds: Int, seed: UInt64 = 1,
    afterRound: (Int) -> Void = { _ in }
  ) throws -> Calibration {
    let bench = CalibrationBench()
    let toolkit = try view.toolkit(costs: costs, work: .calibrated())
    let request = ViewRequest(views: 1, sections: 1, isOrdered: false, rowCapacity: 1_024)
    bench.toolkit = toolkit
    bench.view = try toolkit.open(request, telling: bench).first
    try bench.findRows()
    var generator = SeededGenerator(seed: seed)
    var samples: [Step: [CalibrationBench.Sample]] = [:]
    for round in 0..<rounds + 2 {
      for step in Step.allCases.shuffled(using: &generator) {
        let sample = try bench.run(step)
        // The first two are for caches.
        if round >= 2 { samples[step, default: []].append(sample) }
      }
      if round >= 2 { afterRound(round - 1) }
    }
    let period = try bench.framePeriod()
    return Calibration(
      costs: samples.compactMapValues { samples in
        guard let call = MedianInterval(samples.map(\.call)),
          let layout = MedianInterval(samples.map(\.layout)),
          let paint = MedianInterval(samples.map(\.paint)),
          let between = MedianInterval(samples.map(\.between))
        else { return nil }
        return Cost(call: call, between: between, layout: layout, paint: paint)
      }, visibleRows: bench.visible.count, framePeriod: period)
  }
}

/// Works on one view, and hears of its frames. On main only.
private final class CalibrationBench: MainLoopObserver {
  struct Sample {
    var call = 0.0, between = 0.0, layout = 0.0, paint = 0.0
  }

  var toolkit: (any Toolkit)?
  var view: (any ListView)?
  private(set) var visible: [Int] = []
  private var hidden = 0
  private var updates = 0
  private var frame: (start: UInt64, laidOut: UInt64, end: UInt64) = (0, 0, 0)
  private var frames = 0
  /// Nil where the toolkit does not tell.
  private var wokeAt: UInt64?
  /// Main's work of the last ``nextFrame()`` before the frame began.
  private var between: UInt64 = 0

  func mainWoke() { wokeAt = now }
  func frameBegan() {
    frame.start = now
    frame.laidOut = frame.start
  }
  func frameWasLaidOut() { frame.laidOut = now }
  func frameWasPainted() {
    frame.end = now
    frames += 1
  }

  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Changes more and more rows until one of them is not on the screen.
  func findRows() throws {
    guard let view, view.rowsOnScreen != nil else {
      visible = [0]
      hidden = 1
      return
    }
    var count = 8
    while count <= 1_024 {
      for row in 0..<count { view.show(change(row)) }
      _ = try run(.reload)
      visible = (view.rowsOnScreen ?? []).map(\.id).sorted()
      if let first = (0..<count).first(where: { !visible.contains($0) }) {
        hidden = first
        return
      }
      count *= 2
    }
  }

  /// Its number is longer or shorter than the one before, as an app's texts are: rows of the same width
  /// are not measured anew.
  private func change(_ row: Int) -> RowChange {
    updates += 1
    return RowChange(
      index: updates.isMultiple(of: 2) ? updates : updates * 100_003, row: row, kind: .change)
  }

  func run(_ step: Calibration.Step) throws -> Sample {
    rest()
    guard let view else { return Sample() }
    let changes =
      switch step {
      case .reload, .emptyFrame: [RowChange]()
      case .rowChange: visible.prefix(1).map(change)
      case .visibleRowChanges: visible.map(change)
      case .hiddenRowChange: [change(hidden)]
      }
    let start = now
    if step == .reload { view.reload(sections: UpdateFlags(rawValue: 1)) }
    for change in changes { view.apply(change) }
    let end = now
    var sample = Sample(call: Double(end - start))
    view.deliveryEnded()
    if frames == 0 {
      if view.needsLayout { view.layOut(isOnScreen: true) }
      sample.layout = Double(now - end)
    } else {
      try nextFrame()
      sample.layout = Double(frame.laidOut - frame.start)
      sample.paint = Double(frame.end - frame.laidOut)
      sample.between = Double(between)
    }
    return sample
  }

  /// Turns the loop until the next frame is painted.
  private func nextFrame() throws {
    let before = frames
    let limit = now + 10_000_000_000
    between = 0
    while frames == before {
      toolkit?.turn()
      if let wokeAt { between += (frames == before ? now : frame.start) - wokeAt }
      guard now < limit else {
        throw BenchError.noScreen(cause: "no frame was painted for ten seconds.")
      }
    }
  }

  /// Turns the loop for two frames' time, so that what was done before is over.
  private func rest() {
    let end = now + 34_000_000
    let tick = DispatchSource.makeTimerSource(queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(2), leeway: .nanoseconds(0))
    tick.setEventHandler {}
    tick.activate()
    while now < end { toolkit?.turn() }
    tick.cancel()
  }

  /// The median time between the starts of frames that are asked for at once.
  func framePeriod() throws -> Double? {
    guard frames > 0, let view else { return nil }
    var starts: [UInt64] = []
    for _ in 0..<40 {
      view.deliveryEnded()
      try nextFrame()
      starts.append(frame.start)
    }
    return MedianInterval(zip(starts, starts.dropFirst()).map { Double($1 - $0) })?.median
  }
}
