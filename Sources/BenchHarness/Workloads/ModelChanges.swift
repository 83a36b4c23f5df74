extension Workload {
  /// A strategy that delivers inside `submit` shows the old model, even after the last update.
  static let willSet = Workload(
    "will-set", origin: "Observation's onChange, Combine's objectWillChange",
    summary:
      "updates submitted on the main thread before the model changes; a lone update at the end",
    parameters: [
      .count("updates", 6, "single updates and bursts, alternating"),
      .count("burst", 5, "updates in a burst"),
      .duration("gap", .milliseconds(40), "time from one update or burst to the next"),
      .duration("silence", .milliseconds(600), "pause before the last update"),
    ],
    quick: ["updates": "2"]
  ) { context in
    let count = context.count("updates")
    let burst = context.count("burst")
    let gap = context.nanoseconds("gap")
    try context.require(updates: Double(count) * Double(burst))
    let last =
      try context.total(count, gap) + context.total(1, context.nanoseconds("silence"))
      + 10_000_000
    var updates = PlannedUpdates()
    for number in 0..<count {
      for row in 0..<(number % 2 == 0 ? 1 : burst) {
        updates.append(atNanoseconds: 10_000_000 + UInt64(number) * gap, row: row)
      }
    }
    updates.append(atNanoseconds: last, row: burst)
    var plan = context.plan(updates, by: [.main], lasting: last + 100_000_000)
    plan.announcesChanges = true
    return plan
  }

  /// Pages have 99 to 101 changes, because over 100 cause a reload. After the last, the view is off screen for a time.
  static let changeSets = Workload(
    "change-sets", origin: "Texture's ASDataController, IGListKit's updater",
    summary: "pages of 99 to 101 inserts, deletes and moves; a timer's inserts; 250 ms animations",
    parameters: [
      .count("pages", 3, "pages"),
      .duration("period", .milliseconds(400), "time between pages"),
      .duration("hint", .milliseconds(250), "time between the timer's inserts of hint rows"),
      .flag("captured", "find rows by their old positions; read data from the current model"),
    ],
    quick: ["pages": "2"]
  ) { context in
    let pages = context.count("pages")
    let period = context.nanoseconds("period")
    let hint = context.nanoseconds("hint")
    try context.require(
      pages <= 1_000 && hint >= 1_000_000,
      "give at most 1000 pages and a hint of 1ms or more.")
    let duration = try context.total(pages + 2, period)
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
    var plan = context.plan(model.updates, lasting: duration)
    plan.ordersRows = true
    plan.rowLookup = context.flag("captured") ? .capturedPosition : .identity
    plan.surroundings.animationNanoseconds = 250_000_000
    plan.surroundings.offScreen = [
      UInt64(pages) * period + period / 2..<duration - period / 2
    ]
    return plan
  }
}

extension OrderedModel {
  /// Plans changes of distinct rows: deletes, then five moves to the end, then about as many inserts as deletes there.
  fileprivate mutating func takePage(_ page: Int, changes: Int, atNanoseconds time: UInt64) {
    let inserts = (changes - 5) / 2
    for _ in 0..<changes - 5 - inserts { delete(at: 10, atNanoseconds: time) }
    for _ in 0..<5 { move(from: 5, to: rows.count, atNanoseconds: time) }
    for row in 0..<inserts { insert(1_000 * (page + 1) + row, atNanoseconds: time) }
  }
}
