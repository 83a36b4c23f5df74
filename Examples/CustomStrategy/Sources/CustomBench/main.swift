import BenchCLI
import BenchHarness
import Coalesce

let batch = StrategyEntry.coalescing(
  "batch", origin: "this example", summary: "when 10 updates wait, or 50 ms after the first",
  parameters: [.count("size", 10, "updates"), .duration("wait", .milliseconds(50), "at most")],
  latencyBound: { values, delivery in values.duration("wait") + delivery * 2 },
  swift: {
    .coalescer("Pace(BatchPolicy(size: \($0.swift("size")), wait: \($0.swift("wait"))))")
  }
) { Pace(BatchPolicy(size: $0.count("size"), wait: $0.duration("wait"))) }

let quietPass = StrategyEntry.reloading(
  "quiet-pass", origin: "this example", summary: "in the first pass before which nothing came"
) { QuietPass(scheduler: $1, deliver: $2) }

let chat = Workload(
  "chat", origin: "this example", summary: "a burst of messages within 15 ms, every 200 ms",
  parameters: [.count("size", 3, "messages of a burst")]
) {
  let size = $0.count("size")
  var updates = PlannedUpdates()
  for number in 0..<10 * size {
    let microseconds = UInt64(number / size * 200_000 + number % size * 15_000 / size)
    updates.append(atNanoseconds: microseconds * 1_000, row: number, kind: .insert)
  }
  return TrialPlan(updates: updates, duration: .seconds(2), costs: $0.costs)
}

let downloads = Workload(
  "downloads", origin: "this example",
  summary: "two rows, changed by a thread and by the main thread"
) {
  var updates = PlannedUpdates()
  for number in 0..<60 {
    updates.append(
      atNanoseconds: UInt64(number) * 10_000_000, producer: number % 2, view: 0, row: number % 2,
      kind: .change, position: nil, isUrgent: number >= 58)
  }
  return TrialPlan(
    updates: updates, producers: [.thread, .main], pacing: .scheduled, viewCount: 1,
    duration: .milliseconds(600), costs: $0.costs, tracksRows: true)
}

BenchCommand.main(
  strategies: .standard + [batch, quietPass], workloads: .standard + [chat, downloads])
