extension Workload {
  /// Each row begins with a placeholder; its two pictures arrive in any order. Changes are animated for 250 ms.
  static let thumbnailFeed = Workload(
    "thumbnail-feed", origin: "BDUIViewUpdateQueue's example, a feed of pictures",
    summary: "500 rows load two pictures each, in any order, 10 rows at a time, while rows move",
    parameters: [
      .count("rows", 500, "rows"),
      .count("loads", 10, "rows that load at the same time"),
      .duration("reorder", .milliseconds(50), "time between moves of rows"),
      .flag("captured", "find a row by the position it had when its loading began"),
    ],
    quick: ["rows": "60"]
  ) { context in
    let events = try context.thumbnailEvents()
    var model = OrderedModel()
    var begunAt: [Int: Int] = [:]
    for event in events {
      switch event.kind {
      case .placeholder: model.insert(event.row, atNanoseconds: event.time)
      case .begin: begunAt[event.row] = model.rows.firstIndex(of: event.row)
      case .picture:
        model.change(event.row, begunAt: begunAt[event.row] ?? 0, atNanoseconds: event.time)
      case .reorder:
        let from = Int.random(in: model.rows.indices, using: &context.generator)
        let to = Int.random(in: model.rows.indices, using: &context.generator)
        model.move(from: from, to: to, atNanoseconds: event.time)
      }
    }
    var plan = context.plan(model.updates, lasting: events.last?.time ?? 0)
    plan.ordersRows = true
    plan.rowLookup = context.flag("captured") ? .capturedPosition : .identity
    plan.surroundings.animationNanoseconds = 250_000_000
    return plan
  }
}

private enum ThumbnailEvent { case placeholder, begin, picture, reorder }

extension Workload.Context {
  fileprivate mutating func thumbnailEvents() throws
    -> [(time: UInt64, kind: ThumbnailEvent, row: Int)]
  {
    let (rows, reorder) = (count("rows"), nanoseconds("reorder"))
    try require(
      rows <= 10_000 && reorder >= 1_000_000,
      "give at most 10000 rows and a reorder of 1ms or more.")
    var events: [(time: UInt64, kind: ThumbnailEvent, row: Int)] = []
    var free = [UInt64](repeating: 0, count: min(count("loads"), rows))
    for row in 0..<rows {
      let arrival = 10_000_000 + UInt64(row) * 200_000
      events.append((arrival, .placeholder, row))
      let slot = free.indices.min { free[$0] < free[$1] } ?? 0
      let begin = max(arrival, free[slot]) + 1
      events.append((begin, .begin, row))
      for _ in 0..<2 {
        let end = begin + UInt64.random(in: 10_000_000...60_000_000, using: &generator)
        events.append((end, .picture, row))
        free[slot] = max(free[slot], end)
      }
    }
    let last = events.map(\.time).max() ?? 0
    events += stride(from: 10_000_000 + reorder, to: last, by: UInt64.Stride(reorder)).map {
      ($0, .reorder, 0)
    }
    // Events at the same time keep their order, because Swift's sort is stable.
    return events.sorted { $0.time < $1.time }
  }
}
