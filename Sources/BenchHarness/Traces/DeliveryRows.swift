/// The rows of deliveries in a coalescer's recording.
struct DeliveryRows {
  private struct Delivery {
    let time: Int64
    let handler: Int64?, layout: Int64?, shown: Int64?
    let isFailed: Bool
  }

  private var rows: [Delivery] = []

  var count: Int { rows.count }

  /// Returns false if the row is no delivery.
  mutating func append(_ time: Int64, _ row: RecordedRows.Row) -> Bool {
    let kind = row.value("kind")
    guard kind == "delivery" || kind == "failed" else { return false }
    func number(_ column: String) -> Int64? {
      row.value(column).flatMap { Int64($0) }.flatMap { 0...TimeRule.limit ~= $0 ? $0 : nil }
    }
    rows.append(
      Delivery(
        time: time, handler: number("handler_ns"), layout: number("layout_ns"),
        shown: number("shown_ns"), isFailed: kind == "failed"))
    return true
  }

  /// The deliveries from `first` on, with times counted from it.
  func since(_ first: Int64) -> [RecordedDelivery] {
    func since(_ time: Int64?) -> UInt64? { time.flatMap { UInt64(exactly: $0 - first) } }
    return rows.sorted { $0.time < $1.time }.compactMap { row in
      guard let start = since(row.time), start < RecordedDelivery.latest else { return nil }
      return RecordedDelivery(
        start: start, handler: row.handler.flatMap { UInt64(exactly: $0) },
        layout: row.layout.flatMap { UInt64(exactly: $0) }, shown: since(row.shown),
        isFailed: row.isFailed)
    }
  }
}
