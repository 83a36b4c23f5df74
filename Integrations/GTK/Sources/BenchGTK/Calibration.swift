import BenchHarness
import Coalesce
import Dispatch
import Foundation
import Synchronization

/// `bench-gtk calibrate`: measures the cost of a list view, one kind of work at a time, and prints the matching options
/// for virtual time. As in a trial, each step is a block that another thread posts to a main thread that has been idle.
/// Use it on the main thread only.
final class Calibration: MainLoopObserver, @unchecked Sendable {
  // `@unchecked` is safe: another thread only posts blocks to the main thread and writes `postedAt`, which has a lock.
  enum Step: String, CaseIterable {
    case reload
    case soon = "reload right after its frame"
    case rapid = "reload right after another"
    case rowChange = "change of a visible row"
    case visibleRowChanges = "change of every visible row"
    case hiddenRowChange = "change of a hidden row"
    case farRowChanges = "change of as many without widgets"
    case emptyFrame = "nothing"
  }

  /// The parts of a step's main-thread time: the calls to the view, the rest of their pass of the main queue, the work
  /// after that until the frame begins, and the layout and painting of the frame.
  private static let parts = ["calls", "their pass", "until the frame", "layout", "paint"]

  private static let usage = """
    bench-gtk calibrate [--view gtk:rows=1000] [--rounds 60] [--format table|options] [--lists 1]

    Measures what the list view costs. Pass the options that it prints to 'simulate' or 'recommend':
      bench recommend my-app.csv $(bench-gtk calibrate --format options)
    """

  private let toolkit: GTKToolkit
  private let lists: Int
  private var view: (any ListView)?
  private var visible: [Int] = []
  private var hidden = 0
  private let far: Int
  private var updates = 0
  private var frame: (start: UInt64, laidOut: UInt64, end: UInt64) = (0, 0, 0)
  private var frames = 0
  private var wokeAt: UInt64?
  private var posted: (() -> Void)?
  private var begunAt: UInt64 = 0
  private let postedAt = Mutex<UInt64>(0)
  /// The main-thread time during the last ``nextFrame()`` before its frame began.
  private var between: UInt64 = 0

  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Runs the command with `arguments` and exits.
  static func main(_ arguments: [String]) -> Never {
    var options = ["--view": "gtk", "--rounds": "60", "--format": "table", "--lists": "1"]
    for index in stride(from: 0, to: arguments.count - 1, by: 2)
    where options[arguments[index]] != nil { options[arguments[index]] = arguments[index + 1] }
    let view = (options["--view"] ?? "").split(separator: ":").map(String.init)
    let rounds = options["--rounds"].flatMap(Int.init) ?? 0
    let lists = options["--lists"].flatMap(Int.init) ?? 0
    let known = stride(from: 0, to: arguments.count, by: 2).allSatisfy {
      options[arguments[$0]] != nil
    }
    guard known, arguments.count.isMultiple(of: 2), (1...10_000).contains(rounds),
      (1...64).contains(lists), view.first == "gtk",
      ["table", "options"].contains(options["--format"])
    else { fail(usage, code: 64) }
    let given = view.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    do {
      let values = try ParameterValues(
        owner: "gtk", parameters: ToolkitEntry.gtk.parameters,
        given: Dictionary(given.map { ($0[0], $0.last ?? "") }) { $1 })
      let calibration = try Calibration(values, lists: lists)
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

  private init(_ values: ParameterValues, lists: Int) throws {
    toolkit = GTKToolkit(values)
    far = values.count("rows") - 1
    self.lists = lists
    view = try toolkit.open(
      ViewRequest(views: lists, sections: 1, isOrdered: false, rowCapacity: 1_024), telling: self
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
    var hops: [[Double]] = [[], []]
    for round in 0..<rounds + 2 {
      for step in Step.allCases.shuffled() {
        let sample = try run(step)
        // The first two rounds only warm up caches.
        if round >= 2 { samples[step, default: []].append(sample) }
      }
      for (kind, hop) in try self.hops().enumerated() { hops[kind].append(hop) }
    }
    let medians = samples.mapValues { samples in
      Self.parts.indices.map { part in Self.median(samples.map { $0[part] }) }
    }
    if showsTable { printTable(medians, rounds: rounds) }
    print(options(medians, hops: hops.map(Self.median), framePeriod: try framePeriod()))
  }

  private func printTable(_ medians: [Step: [Double]], rounds: Int) {
    func line(_ name: String, _ cells: [String]) -> String {
      name.padding(toLength: 34, withPad: " ", startingAt: 0)
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
  private func options(
    _ medians: [Step: [Double]], hops: [Double], framePeriod: Double
  ) -> String {
    let rows = Double(max(1, visible.count))
    func part(_ number: Int, _ step: Step) -> Double { medians[step]?[number] ?? 0 }
    func frame(_ step: Step) -> Double { part(3, step) + part(4, step) }
    let loop = part(2, .emptyFrame)
    func measuring(_ step: Step) -> Double { part(2, step) - loop }
    let (one, all) = (frame(.rowChange), frame(.visibleRowChanges))
    let furtherMeasure = measuring(.visibleRowChanges) - measuring(.rowChange)
    let costs = [
      ("reload-cost", part(0, .reload)), ("visible-row-cost", (frame(.reload) - one) / rows),
      ("row-change-cost", part(0, .visibleRowChanges) / rows),
      ("hidden-change-cost", part(0, .farRowChanges) / rows), ("frame-cost", one),
      ("hidden-frame-cost", frame(.hiddenRowChange)), ("empty-frame-cost", frame(.emptyFrame)),
      ("changed-row-cost", (all - one) / max(1, rows - 1)), ("frame-period", framePeriod),
      ("measure-cost", measuring(.reload)), ("row-measure-cost", measuring(.rowChange)),
      ("further-row-measure-cost", furtherMeasure / max(1, rows - 1)), ("hop", hops[0]),
      ("warm-hop", hops[1]), ("pass-cost", part(1, .emptyFrame)),
      ("loop-cost", loop), ("further-view-cost", furtherView(frame: one)),
    ]
    let shares = [("repeat-share", Step.soon), ("rapid-repeat-share", .rapid)].map {
      "--\($0) \(min(1, max(0.01, (part(0, $1) / max(1, part(0, .reload)) * 100).rounded() / 100)))"
    }
    return "--costs gtk --visible-rows \(visible.count) "
      + costs.map { "--\($0) \(Int((max(0, $1) / 1e3).rounded()))us" }.joined(separator: " ")
      + " " + shares.joined(separator: " ")
  }

  /// What a frame costs more for each view of the window but one. A process opens only one window.
  private func furtherView(frame: Double) -> Double {
    let views = 8
    guard lists == 1, let program = Bundle.main.executableURL else { return 0 }
    let other = Process()
    other.executableURL = program
    let own = Array(CommandLine.arguments.dropFirst())
    let view = own.firstIndex(of: "--view").map { Array(own[$0..<min($0 + 2, own.count)]) } ?? []
    other.arguments =
      ["calibrate", "--lists", "\(views)", "--rounds", "10", "--format", "options"] + view
    let output = Pipe()
    other.standardOutput = output
    guard (try? other.run()) != nil, let data = try? output.fileHandleForReading.readToEnd()
    else { return 0 }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    let place = words.firstIndex(of: "--frame-cost").map { words[$0 + 1].dropLast(2) }
    return max(0, (place.flatMap { Double($0) } ?? 0) * 1e3 - frame) / Double(views - 1)
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
    guard let view else { return Self.parts.map { _ in 0 } }
    let changes =
      switch step {
      case .reload, .soon, .rapid, .emptyFrame: [RowChange]()
      case .rowChange: visible.prefix(1).map(change)
      case .visibleRowChanges: visible.map(change)
      case .hiddenRowChange: [change(hidden)]
      case .farRowChanges: visible.indices.map { change(far - $0) }
      }
    func reload() { view.reload(sections: UpdateFlags(rawValue: 1)) }
    if step == .soon {
      reload()
      view.deliveryEnded()
      try nextFrame()
    }
    var calls: UInt64 = 0
    post {
      if step == .rapid { reload() }
      let start = self.now
      if [.reload, .soon, .rapid].contains(step) { reload() }
      for change in changes { view.apply(change) }
      calls = self.now - start
      view.deliveryEnded()
    }
    let pass = turnUntilPosted()
    try nextFrame()
    let frame = [frame.laidOut - frame.start, frame.end - frame.laidOut]
    return ([calls, pass - min(calls, pass), between] + frame).map { Double($0) }
  }

  /// Posts `work` to the main queue from another thread, after some milliseconds.
  private func post(after milliseconds: Int = 2, _ work: @escaping () -> Void) {
    posted = work
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      postedAt.withLock { $0 = now }
      DispatchQueue.main.async { [self] in
        begunAt = now
        posted?()
        posted = nil
      }
    }
  }

  /// Runs the main loop until what was posted has run. Returns the main-thread time of that turn.
  private func turnUntilPosted() -> UInt64 {
    while posted != nil { toolkit.turn() }
    return now - (wokeAt ?? now)
  }

  /// How long it takes until a posted block runs: on a main thread that has been idle, and on one that has just worked.
  private func hops() throws -> [Double] {
    rest()
    return [2, 0].map { idle in
      post(after: idle) {}
      _ = turnUntilPosted()
      return Double(begunAt - postedAt.withLock { $0 })
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

  /// Runs the main loop for 80 ms, as before a trial, so that earlier work is finished.
  private func rest() {
    let end = now + 80_000_000
    let tick = DispatchSource.makeTimerSource(queue: .main)
    tick.schedule(deadline: .now(), repeating: .milliseconds(5), leeway: .nanoseconds(0))
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
