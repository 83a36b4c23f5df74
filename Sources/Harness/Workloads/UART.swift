extension Workload {
  /// A terminal view fed by a serial port: 115 200 baud, 10 bits a byte, packets of 20 bytes (what
  /// one Bluetooth Low Energy packet carries), which makes 576 packets a second.
  static let uart = Workload(
    "uart", origin: "serial port over Bluetooth: 115 200 baud in packets of 20 bytes",
    summary: "evenly spaced packets from one background thread, 576 a second",
    parameters: [
      .rate("rate", 576, "packets a second"),
      .duration("duration", .milliseconds(500), "how long packets come"),
    ],
    quick: ["duration": "300ms"]
  ) { context in
    try context.even { packet in (row: packet, kind: .insert) }
  }
}

extension PlannedUpdates {
  /// Updates at even distances, the first after one distance.
  static func even(
    ratePerSecond rate: Double, durationNanoseconds: UInt64,
    _ update: (Int) -> (row: Int, kind: ChangeKind)
  ) -> PlannedUpdates {
    var updates = PlannedUpdates()
    let count = Int(rate * Double(durationNanoseconds) / 1e9)
    updates.reserve(count)
    for number in 0..<count {
      let (row, kind) = update(number)
      updates.append(atNanoseconds: UInt64(Double(number + 1) * 1e9 / rate), row: row, kind: kind)
    }
    return updates
  }
}
