import BenchHarness
import BenchMath
import Coalesce
import Dispatch

/// What a view costs, measured on the view itself: each kind of work alone, with nothing beside it.
package struct Calibration: Sendable {
  /// What is done to the view.
  package enum Step: String, CaseIterable, Sendable {
    case reload
    case rowChange = "change of a visible row"
    /// One by one.
    case visibleRowChanges = "change of every visible row"
    case hiddenRowChange = "change of a hidden row"
    case emptyFrame = "nothing"
  }

  /// What a step takes of the main thread, in nanoseconds: the calls to the view, its work from then until
  /// the frame, and from the begin of the frame, or of the layout commit, until it was laid out and
  /// painted. The last is 0 for a view that paints nothing.
  package static let parts = ["calls", "until the frame", "layout", "paint"]

  /// Of each step, in the order of ``parts``.
  package let costs: [Step: [MedianInterval]]
  package let visibleRows: Int
  /// The time between the starts of frames that follow each other as fast as they can, in nanoseconds;
  /// nil for a view without frames.
  package let framePeriod: Double?

  /// The cost model that comes nearest to what was measured. A row's change is charged as one of many:
  /// the first after a pause costs some times as much, because caches are cold.
  package var model: CostModel {
    let rows = Double(max(1, visibleRows))
    func call(_ step: Step) -> Double { costs[step]?[0].median ?? 0 }
    // All that is done for the frame: toolkits measure before they lay out.
    func frame(_ step: Step) -> Double {
      costs[step]?.dropFirst().reduce(0) { $0 + $1.median } ?? 0
    }
    func duration(_ nanoseconds: Double) -> Duration { .nanoseconds(Int64(max(0, nanoseconds))) }
    let one = framePeriod == nil ? 0 : frame(.rowChange)
    var model = CostModel(
      reload: duration(call(.reload)), visibleRow: duration((frame(.reload) - one) / rows),
      visibleRows: visibleRows, rowChange: duration(call(.visibleRowChanges) / rows))
    if let framePeriod {
      model.screen = CostModel.Screen(
        frame: duration(one), emptyFrame: duration(frame(.emptyFrame)),
        changedRow: duration((frame(.visibleRowChanges) - one) / max(1, rows - 1)),
        period: duration(framePeriod))
    }
    return model
  }

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
    var samples: [Step: [[Double]]] = [:]
    for round in 0..<rounds + 2 {
      for step in Step.allCases.shuffled(using: &generator) {
        let sample = try bench.run(step)
        // The first two are for caches.
        if round >= 2 { samples[step, default: []].append(sample) }
      }
      if round >= 2 { afterRound(round - 1) }
    }
    return Calibration(
      costs: samples.mapValues { samples in
        parts.indices.compactMap { part in MedianInterval(samples.map { $0[part] }) }
      }, visibleRows: bench.visible.count, framePeriod: try bench.framePeriod())
  }
}

/// Works on one view, and hears of its frames. On the main thread only.
private final class CalibrationBench: MainLoopObserver {
  var toolkit: (any Toolkit)?
  var view: (any ListView)?
  private(set) var visible: [Int] = []
  private var hidden = 0
  private var updates = 0
  private var frame: (start: UInt64, laidOut: UInt64, end: UInt64) = (0, 0, 0)
  private var frames = 0
  /// Nil where the toolkit does not tell.
  private var wokeAt: UInt64?
  /// The main thread's work of the last ``nextFrame()`` before the frame began.
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

  /// Does a step, and returns what each of the parts took.
  func run(_ step: Calibration.Step) throws -> [Double] {
    rest()
    guard let view else { return [0, 0, 0, 0] }
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
    view.deliveryEnded()
    guard frames > 0 else {
      if view.needsLayout { view.layOut(isOnScreen: true) }
      return [Double(end - start), 0, Double(now - end), 0]
    }
    try nextFrame()
    return [end - start, between, frame.laidOut - frame.start, frame.end - frame.laidOut].map {
      Double($0)
    }
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
