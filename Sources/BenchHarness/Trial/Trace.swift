import Foundation

package struct Trace: Sendable {
  package let updates: PlannedUpdates
  /// The deliveries of the recording, ascending; empty if unknown.
  package let deliveries: [RecordedDelivery]

  package init(_ updates: PlannedUpdates, deliveries: [RecordedDelivery] = []) {
    (self.updates, self.deliveries) = (updates, deliveries)
  }

  /// The times of the updates, ascending, in nanoseconds since the first update.
  package var times: [UInt64] { updates.intendedNanoseconds }

  package var count: Int { updates.count }

  var lengthNanoseconds: UInt64 { times.last ?? 0 }

  package var viewCount: Int { Int(updates.view.max() ?? 0) + 1 }

  /// Whether the recording names rows or kinds of changes. Otherwise each update changes a row of its own.
  package var namesRows: Bool {
    !updates.row.indices.allSatisfy { updates.row[$0] == $0 && updates.kind[$0] == .change }
  }

  /// A plan in which one thread submits all updates, because recordings do not name threads.
  package func plan(costs: CostModel) -> TrialPlan {
    TrialPlan(
      updates: updates, viewCount: viewCount, duration: .nanoseconds(lengthNanoseconds),
      costs: costs)
  }
}

/// A format that child processes read faster than the recording: two 64-bit words per update, in native byte order.
extension Trace {
  package var data: Data {
    var words: [UInt64] = []
    words.reserveCapacity(2 * updates.count)
    for index in 0..<updates.count {
      words.append(updates.intendedNanoseconds[index])
      let row = UInt64(UInt32(bitPattern: updates.row[index]))
      let view = UInt64(updates.view[index])
      let kind = UInt64(updates.kind[index].rawValue)
      words.append(row << 32 | view << 16 | kind)
    }
    return words.withUnsafeBytes { Data($0) }
  }

  init(path: String) throws {
    let data = try BenchError.reading(path) { try Data(whole: URL(fileURLWithPath: path)) }
    var updates = PlannedUpdates()
    updates.reserve(data.count / 16)
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, through: bytes.count - 16, by: 16) {
        let word = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        updates.append(
          atNanoseconds: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
          view: Int(word >> 16 & 0xFFFF), row: Int(Int32(truncatingIfNeeded: word >> 32)),
          kind: ChangeKind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .change)
      }
    }
    guard updates.count > 0 else {
      throw BenchError.cannotRead(path: path, cause: "it is not a saved recording.")
    }
    self.init(updates)
  }
}
