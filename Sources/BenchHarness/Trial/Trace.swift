import Foundation

/// A recording of updates, as it is replayed.
package struct Trace: Sendable {
  /// When each update came, in nanoseconds since the first, ascending.
  package let times: [UInt64]
  /// The updates with their views and rows; nil where all are as ``PlannedUpdates/init(at:)`` makes them,
  /// for there may be thousands of recordings, and this takes half the memory.
  private let named: PlannedUpdates?

  package init(_ updates: PlannedUpdates) {
    times = updates.intendedNanoseconds
    named = updates
  }

  /// Of one view, where each update changes a row of its own.
  init(at times: [UInt64]) {
    self.times = times
    named = nil
  }

  package var updates: PlannedUpdates { named ?? PlannedUpdates(at: times) }

  package var count: Int { times.count }

  var lengthNanoseconds: UInt64 { times.last ?? 0 }

  /// How many views it has, which are numbered as they appear.
  package var viewCount: Int { Int(named?.view.max() ?? 0) + 1 }

  /// Whether it says which rows change: not where each update changes one of its own, as where a recording
  /// has no column of rows.
  package var namesRows: Bool {
    guard let named else { return false }
    return !named.row.indices.allSatisfy { named.row[$0] == $0 && named.kind[$0] == .change }
  }

  /// The recording as a plan: one thread submits everything, for that is what was recorded.
  package func plan(costs: CostModel) -> TrialPlan {
    TrialPlan(
      updates: updates, viewCount: viewCount, duration: .nanoseconds(Int64(lengthNanoseconds)),
      costs: costs)
  }
}

/// As bytes for child trials, which need not read what a recording is written in: two words an update,
/// in the byte order of the machine.
extension Trace {
  package var data: Data {
    let updates = updates
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

  /// Reads ``data`` from the file at `path`.
  /// - Throws: ``BenchError/cannotRead(path:cause:)``.
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
      throw BenchError.cannotRead(path: path, cause: "it is not a trace of a run.")
    }
    self.init(updates)
  }
}
