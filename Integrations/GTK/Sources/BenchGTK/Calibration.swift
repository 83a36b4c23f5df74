import BenchHarness
import Coalesce
import Dispatch
import Foundation

/// `bench-gtk calibrate`: measures the cost of a list view, one kind of work at a time, and prints the matching options
/// for virtual time. Use it on the main thread only.
final class Calibration: MainLoopObserver {
  enum Step: String, CaseIterable {
    case reload
    case rowChange = "change of a visible row"
    case visibleRowChanges = "change of every visible row"
    case hiddenRowChange = "change of a hidden row"
    case emptyFrame = "nothing"
  }

  /// The parts of a step's main-thread time: the calls to the view, the work after them until the frame begins, and
  /// the layout and painting of the frame.
  private static let parts = ["calls", "until the frame", "layout", "paint"]

  private static let usage = """
    bench-gtk calibrate [--view gtk:rows=1000] [--rounds 60] [--format table|options]

    Measures what the list view costs. Pass the options that it prints to 'simulate' or 'recommend':
      bench recommend my-app.csv $(bench-gtk calibrate --format options)
    """

  private let toolkit: GTKToolkit
  private var view: (any ListView)?
  private var visible: [Int] = []
  private var hidden = 0
  private var updates = 0
  private var frame: (start: UInt64, laidOut: UInt64, end: UInt64) = (0, 0, 0)
  private var frames = 0
  private var wokeAt: UInt64?
  /// The main-thread time during the last ``nextFrame()`` before its frame began.
  private var between: UInt64 = 0

  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Runs the command with `arguments` and exits.
  static func main(_ arguments: [String]) -> Never {
    var options = ["--view": "gtk", "--rounds": "60", "--format": "table"]
    for index in stride(from: 0, to: arguments.count - 1, by: 2)
    where options[arguments[index]] != nil { options[arguments[index]] = arguments[index + 1] }
    let view = (options["--view"] ?? "").split(separator: ":").map(String.init)
    let rounds = options["--rounds"].flatMap(Int.init) ?? 0
    let known = stride(from: 0, to: arguments.count, by: 2).allSatisfy {
      options[arguments[$0]] != nil
    }
    guard known, arguments.count.isMultiple(of: 2), (1...10_000).contains(rounds),
      view.first == "gtk", ["table", "options"].contains(options["--format"])
    else { fail(usage, code: 64) }
    let given = view.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    do {
      let values = try ParameterValues(
        owner: "gtk", parameters: ToolkitEntry.gtk.parameters,
        given: Dictionary(given.map { ($0[0], $0.last ?? "") }) { $1 })
      let calibration = try Calibration(values)
      try calibration.measure(rounds: rounds, showsTable: options["--format"] == "table")
      exit(0)
    } catch {
      fail("\(error)", code: error is ToolkitUnavailable ? 2 : 64)
    }
  }

  private static func fail(_ words: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(code)
  }

  private init(_ values: ParameterValues) throws {
    toolkit = GTKToolkit(values)
    view = try toolkit.open(
      ViewRequest(views: 1, sections: 1, isOrdered: false, rowCapacity: 1_024), telling: self
    ).first
    try findRows()
  }

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

  /// Runs each step once per round, in a random order.
  private func measure(rounds: Int, showsTable: Bool) throws {
    var samples: [Step: [[Double]]] = [:]
    for round in 0..<rounds + 2 {
      for step in Step.allCases.shuffled() {
        let sample = try run(step)
        // The first two rounds only warm up caches.
        if round >= 2 { samples[step, default: []].append(sample) }
      }
    }
    let medians = samples.mapValues { samples in
      Self.parts.indices.map { part in Self.median(samples.map { $0[part] }) }
    }
    if showsTable { printTable(medians, rounds: rounds) }
    print(options(medians, framePeriod: try framePeriod()))
  }

  private func printTable(_ medians: [Step: [Double]], rounds: Int) {
    func line(_ name: String, _ cells: [String]) -> String {
      name.padding(toLength: 28, withPad: " ", startingAt: 0)
        + cells.map { String(repeating: " ", count: max(1, 16 - $0.count)) + $0 }.joined()
    }
    print(line("what is done", Self.parts))
    for step in Step.allCases {
      print(line(step.rawValue, (medians[step] ?? []).map { String(Int($0 / 1e3)) }))
    }
    print("\nMedians of \(rounds), in µs of main-thread time. For virtual time:")
  }

  /// The options closest to the measured costs. A row change costs its share of many: the first one after a pause costs
  /// several times as much, because caches are cold.
  private func options(_ medians: [Step: [Double]], framePeriod: Double) -> String {
    let rows = Double(max(1, visible.count))
    func call(_ step: Step) -> Double { medians[step]?[0] ?? 0 }
    // Includes the work before the frame, because toolkits measure rows before they lay them out.
    func frame(_ step: Step) -> Double { medians[step]?.dropFirst().reduce(0, +) ?? 0 }
    let one = frame(.rowChange)
    let costs = [
      ("reload-cost", call(.reload)), ("visible-row-cost", (frame(.reload) - one) / rows),
      ("row-change-cost", call(.visibleRowChanges) / rows), ("frame-cost", one),
      ("empty-frame-cost", frame(.emptyFrame)),
      ("changed-row-cost", (frame(.visibleRowChanges) - one) / max(1, rows - 1)),
      ("frame-period", framePeriod),
    ]
    return "--visible-rows \(visible.count) "
      + costs.map { "--\($0) \(Int((max(0, $1) / 1e3).rounded()))us" }.joined(separator: " ")
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension Calibration {
  /// Adds rows until one of them is off the screen.
  private func findRows() throws {
    guard let view else { return }
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

  /// Alternates short and long numbers, because GTK does not measure a row again if its width stays the same, and the
  /// texts of an app vary.
  private func change(_ row: Int) -> RowChange {
    updates += 1
    return RowChange(
      index: updates.isMultiple(of: 2) ? updates : updates * 100_003, row: row, kind: .change)
  }

  /// Runs a step and returns the time of each of the ``parts``, in nanoseconds.
  private func run(_ step: Step) throws -> [Double] {
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
    try nextFrame()
    return [end - start, between, frame.laidOut - frame.start, frame.end - frame.laidOut].map {
      Double($0)
    }
  }

  /// Runs the main loop until the next frame is painted.
  private func nextFrame() throws {
    let before = frames
    let limit = now + 10_000_000_000
    between = 0
    while frames == before {
      toolkit.turn()
      if let wokeAt { between += (frames == before ? now : frame.start) - wokeAt }
      guard now < limit else { throw ToolkitUnavailable("No frame was painted for ten seconds.") }
    }
  }

  /// Runs the main loop for the time of two frames, so that earlier work is finished.
  private func rest() {
    let end = now + 34_000_000
    let tick = DispatchSource.makeTimerSource(queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(2), leeway: .nanoseconds(0))
    tick.setEventHandler {}
    tick.activate()
    while now < end { toolkit.turn() }
    tick.cancel()
  }

  /// The median time between the starts of consecutive frames, each requested as soon as the last one is painted.
  private func framePeriod() throws -> Double {
    guard let view else { return 0 }
    var starts: [UInt64] = []
    for _ in 0..<40 {
      view.deliveryEnded()
      try nextFrame()
      starts.append(frame.start)
    }
    return Self.median(zip(starts, starts.dropFirst()).map { Double($1 - $0) })
  }
}
