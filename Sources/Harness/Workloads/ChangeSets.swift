extension Workload {
  /// Pages from the network that insert, delete and move rows, and a timer that inserts a hint row,
  /// each batch animated for 250 ms: what change sets were made for.
  ///
  /// A page has 99, 100 or 101 changes in turn, around the number from which a change set gives up
  /// and reloads. For a while in the end the view is in no window.
  static let changeSets = Workload(
    "change-sets", origin: "Texture's ASDataController, IGListKit's updater",
    summary: "pages of 99, 100 and 101 inserts, deletes and moves, hint rows, batches of 250 ms",
    parameters: [
      .count("pages", 3, "pages"),
      .duration("period", .milliseconds(400), "between pages"),
      .duration("hint", .milliseconds(250), "between hint rows"),
      .flag("captured", "find rows by position, with the model for the view's data source"),
    ],
    quick: ["pages": "2"]
  ) { context in
    let pages = context.values.count("pages")
    let period = context.nanoseconds("period")
    let hint = context.nanoseconds("hint")
    guard pages <= 1_000, hint >= 1_000_000 else {
      throw HarnessError.badPlan(
        workload: "change-sets", cause: "give at most 1000 pages and a hint each 1ms or more.")
    }
    let duration = try Workload.total(pages + 2, period, of: "change-sets")
    var model = OrderedModel()
    for row in 0..<200 { model.insert(row, atNanoseconds: 10_000_000) }
    let hints = stride(from: hint, to: duration - period, by: UInt64.Stride(hint))
      .map { (time: $0, page: Int?.none) }
    let times = (0..<pages).map { (time: UInt64($0 + 1) * period, page: Int?.some($0)) }
    for (number, event) in (hints + times).sorted(by: { $0.time < $1.time }).enumerated() {
      if let page = event.page {
        model.takePage(page, changes: 99 + page % 3, atNanoseconds: event.time)
      } else {
        model.insert(1_000_000 + number, at: 0, atNanoseconds: event.time)
      }
    }
    var plan = TrialPlan(
      updates: model.updates, duration: .nanoseconds(Int64(duration)), costs: context.costs)
    plan.ordersRows = true
    plan.rowLookup = context.values.flag("captured") ? .capturedPosition : .identity
    plan.surroundings.animationNanoseconds = 250_000_000
    plan.surroundings.offScreen = [
      .init(start: UInt64(pages) * period + period / 2, end: duration - period / 2)
    ]
    return plan
  }
}

extension OrderedModel {
  /// One page: as many changes as it says, of distinct rows: half of the rest inserted at the end,
  /// half deleted, five brought from near the beginning to the end.
  fileprivate mutating func takePage(_ page: Int, changes: Int, atNanoseconds time: UInt64) {
    let inserts = (changes - 5) / 2
    for _ in 0..<changes - 5 - inserts { delete(at: 10, atNanoseconds: time) }
    for _ in 0..<5 { move(from: 5, to: rows.count, atNanoseconds: time) }
    for row in 0..<inserts { insert(1_000 * (page + 1) + row, atNanoseconds: time) }
  }
}
