import BenchHarness
import Foundation

extension ForeignFormat {
  /// The Trace Event Format, which ui.perfetto.dev opens, of what `--events` recorded: a process for each
  /// cell, main's deliveries as slices, updates as asynchronous slices from submission until they were
  /// shown, each with a flow to the delivery that showed it, and how many were pending as a counter.
  /// Source: Google, "Trace Event Format", and Perfetto's reader of it.
  static let perfetto = ForeignFormat(
    name: "perfetto", summary: "a timeline of events.csv for ui.perfetto.dev", directions: []
  ) { run, _ in
    var trace = PerfettoTrace()
    for cell in try run.events() { trace.add(cell.trial, cell.events) }
    return Product(text: trace.text)
  }
}

/// Which delivery first showed each update.
struct ShowingDeliveries {
  /// For each of the updates the place of its delivery; nil where it was never shown, or by one that was
  /// not recorded.
  let places: [Int?]

  /// An update is shown at the end of a turn, by one of the deliveries of its view in that turn. Where
  /// there are as many as updates, each had its own; else it is the first that began after the update
  /// came, or the last, whose layout commit read the model.
  init(_ updates: [TrialEvent], _ deliveries: [TrialEvent]) {
    struct Turn: Hashable { let view: Int?, shown: UInt64? }
    let turns = Dictionary(grouping: deliveries.indices) {
      Turn(view: deliveries[$0].view, shown: deliveries[$0].shown)
    }
    let counts = Dictionary(grouping: updates) { Turn(view: $0.view, shown: $0.shown) }
      .mapValues(\.count)
    var seen: [Turn: Int] = [:]
    places = updates.map { update in
      let turn = Turn(view: update.view, shown: update.shown)
      guard update.shown != nil, let own = turns[turn] else { return nil }
      let number = seen[turn, default: 0]
      seen[turn] = number + 1
      if counts[turn] == own.count { return own[number] }
      return own.first { deliveries[$0].start >= update.start } ?? own.last
    }
  }
}

private struct PerfettoTrace {
  private var lines: [String] = []
  private var processes = 0
  private var flows = 0

  var text: String {
    "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  mutating func add(_ trial: String, _ events: [TrialEvent]) {
    processes += 1
    // Perfetto finds a thread's name by its number alone, so no two threads have the same.
    let process = processes * 10
    name("process_name", process, process, trial)
    name("thread_name", process, process, "main")
    let updates = events.filter { $0.kind == .update }
    let deliveries = events.filter { $0.kind == .delivery }
    let places = ShowingDeliveries(updates, deliveries).places
    let shown = Dictionary(grouping: updates.indices) { places[$0] }
    // Before the deliveries: at the same time the order counts, and a flow has to begin first.
    for (number, update) in updates.enumerated() {
      add(update, process, flow: flows + number, isBound: places[number] != nil)
    }
    for (place, delivery) in deliveries.enumerated() {
      add(delivery, showing: (shown[place] ?? []).map { (flows + $0, updates[$0].start) }, process)
    }
    flows += updates.count
    addOthers(events, process)
    addPending(updates, places.map { $0.map { deliveries[$0].start } }, process)
  }

  /// A slice takes one flow, so each update has a slice of its own in the delivery, without length. A
  /// layout commit also shows what came after the delivery had begun.
  private mutating func add(
    _ delivery: TrialEvent, showing updates: [(flow: Int, start: UInt64)], _ process: Int
  ) {
    slice(
      "delivery", process, process, delivery,
      ",\"args\":{\"view\":\(delivery.view ?? 0),\"updates\":\(updates.count)}")
    var time = delivery.start
    for update in updates {
      // Slices without length that begin together would be taken for nested.
      time = max(time + 1, update.start + 1)
      slice(
        "shows", process, process, TrialEvent(kind: .delivery, start: time),
        ",\"bind_id\":\"\(Self.flow(update.flow))\",\"flow_in\":true")
    }
  }

  private mutating func add(_ update: TrialEvent, _ process: Int, flow: Int, isBound: Bool) {
    let name = update.shown == nil ? "update, never shown" : "update"
    // Local to the process, or Perfetto shows them outside of it.
    let id = ",\"cat\":\"update\",\"id2\":{\"local\":\"\(Self.flow(flow))\"}"
    event(
      "b", name, process, process, update.start,
      id + (isBound ? ",\"bind_id\":\"\(Self.flow(flow))\",\"flow_out\":true" : "")
        + ",\"args\":{\"view\":\(update.view ?? 0)}")
    if let shown = update.shown { event("e", name, process, process, shown, id) }
  }

  /// On threads of their own, because they may lie across deliveries.
  private mutating func addOthers(_ events: [TrialEvent], _ process: Int) {
    for (offset, kind) in [(1, TrialEvent.Kind.blocked), (2, .frame)] {
      let own = events.filter { $0.kind == kind }
      if !own.isEmpty { name("thread_name", process, process + offset, kind.rawValue) }
      for event in own { slice(kind.rawValue, process, process + offset, event) }
    }
    for cut in events where cut.kind == .cut {
      event("i", "nothing recorded from here on", process, process, cut.start, ",\"s\":\"p\"")
    }
  }

  /// Submitted, and no delivery that shows it has begun.
  private mutating func addPending(
    _ updates: [TrialEvent], _ delivered: [UInt64?], _ process: Int
  ) {
    var changes = updates.map { ($0.start, 1) }
    for (update, begun) in zip(updates, delivered) {
      if let end = begun ?? update.shown { changes.append((max(end, update.start), -1)) }
    }
    changes.sort { $0 < $1 }
    var pending = 0
    for group in changes.chunked(by: { $0.0 == $1.0 }) {
      pending += group.reduce(0) { $0 + $1.1 }
      event(
        "C", "pending", process, process, group[group.startIndex].0,
        ",\"args\":{\"updates\":\(pending)}")
    }
  }

  private static func flow(_ number: Int) -> String { "0x" + String(number + 1, radix: 16) }

  private mutating func name(_ kind: String, _ process: Int, _ thread: Int, _ name: String) {
    let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    event("M", kind, process, thread, 0, ",\"args\":{\"name\":\"\(quoted)\"}")
  }

  private mutating func slice(
    _ name: String, _ process: Int, _ thread: Int, _ event: TrialEvent, _ more: String = ""
  ) {
    let length = (event.end ?? event.start) - event.start
    self.event(
      "X", name, process, thread, event.start, ",\"dur\":\(Self.microseconds(length))" + more)
  }

  private mutating func event(
    _ phase: String, _ name: String, _ process: Int, _ thread: Int, _ time: UInt64, _ more: String
  ) {
    lines.append(
      "{\"ph\":\"\(phase)\",\"name\":\"\(name)\",\"pid\":\(process),\"tid\":\(thread),"
        + "\"ts\":\(Self.microseconds(time))\(more)}")
  }

  private static func microseconds(_ nanoseconds: UInt64) -> String {
    CSVText.number(Double(nanoseconds) / 1e3)
  }
}
