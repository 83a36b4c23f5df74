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
    let events = try ThumbnailEvents(&context).inOrder
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

private struct ThumbnailEvents {
  enum Kind { case placeholder, begin, picture, reorder }

  let inOrder: [(time: UInt64, kind: Kind, row: Int)]

  init(_ context: inout Workload.Context) throws {
    let rows = context.count("rows")
    let reorder = context.nanoseconds("reorder")
    try context.require(
      rows <= 10_000 && reorder >= 1_000_000,
      "give at most 10000 rows and a reorder of 1ms or more.")
    var events: [(time: UInt64, kind: Kind, row: Int)] = []
    var free = [UInt64](repeating: 0, count: min(context.count("loads"), rows))
    for row in 0..<rows {
      let arrival = 10_000_000 + UInt64(row) * 200_000
      events.append((arrival, .placeholder, row))
      let slot = free.indices.min { free[$0] < free[$1] } ?? 0
      let begin = max(arrival, free[slot]) + 1
      events.append((begin, .begin, row))
      for _ in 0..<2 {
        let end = begin + UInt64.random(in: 10_000_000...60_000_000, using: &context.generator)
        events.append((end, .picture, row))
        free[slot] = max(free[slot], end)
      }
    }
    let last = events.map(\.time).max() ?? 0
    events += stride(from: 10_000_000 + reorder, to: last, by: UInt64.Stride(reorder)).map {
      ($0, .reorder, 0)
    }
    inOrder = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
