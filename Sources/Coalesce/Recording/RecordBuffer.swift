import Synchronization

/// The newest of the records that any threads append, in memory allocated beforehand.
///
/// A record's number comes from a counter and says its slot. Whoever writes a slot first takes it by
/// exchanging its stamp; one that finds it taken, or holding a newer record, gives its own record
/// up, so that a slot never mixes two. A reader takes what it read only if the stamp is the same
/// before and after.
///
/// Thread safety: every member may be used from any thread.
final class RecordBuffer: @unchecked Sendable {
  // Proof of `@unchecked`: `slots` is allocated once, freed at the end, and holds atomics only.
  struct Record: Equatable {
    let nanoseconds: UInt64
    /// The kind in the upper half, the row in the lower; 0 without a row.
    let rowAndKind: UInt64

    init(nanoseconds: UInt64) {
      self.nanoseconds = nanoseconds
      rowAndKind = 0
    }

    init(nanoseconds: UInt64, row: Int, kind: RecordedKind) {
      self.nanoseconds = nanoseconds
      rowAndKind = UInt64(kind.rawValue) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
    }

    init(nanoseconds: UInt64, rowAndKind: UInt64) {
      self.nanoseconds = nanoseconds
      self.rowAndKind = rowAndKind
    }
  }

  struct Slot: ~Copyable {
    /// 0: empty; `taken`: being written; else the record's number + 1.
    let stamp = Atomic<UInt64>(0)
    let nanoseconds = Atomic<UInt64>(0)
    let rowAndKind = Atomic<UInt64>(0)

    init() {}
  }

  static var taken: UInt64 { .max }

  let capacity: Int
  let slots: UnsafeMutablePointer<Slot>
  let appended = Atomic<UInt64>(0)

  init(capacity: Int) {
    precondition(capacity > 0, "A buffer of records holds at least one.")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    for number in 0..<capacity { (slots + number).initialize(to: Slot()) }
  }

  deinit {
    slots.deinitialize(count: capacity)
    slots.deallocate()
  }

  func append(_ record: Record) {
    let number = appended.wrappingAdd(1, ordering: .relaxed).oldValue
    let slot = slots + Int(number % UInt64(capacity))
    let before = slot.pointee.stamp.exchange(Self.taken, ordering: .acquiringAndReleasing)
    guard before != Self.taken else { return }
    guard before <= number else { return slot.pointee.stamp.store(before, ordering: .releasing) }
    // Releasing, so that a reader that sees either of them sees that the slot was taken before.
    slot.pointee.nanoseconds.store(record.nanoseconds, ordering: .releasing)
    slot.pointee.rowAndKind.store(record.rowAndKind, ordering: .releasing)
    slot.pointee.stamp.store(number + 1, ordering: .releasing)
  }

  /// What is kept, in order of time.
  var records: [Record] {
    let end = appended.load(ordering: .relaxed)
    let start = end - min(end, UInt64(capacity))
    return (start..<end).compactMap { record($0) }
      .sorted { $0.nanoseconds < $1.nanoseconds }
  }

  /// How many were appended and are not kept.
  var dropped: Int {
    // In this order: what is appended meanwhile is dropped for a moment, and never less than nothing is.
    let kept = records.count
    return Int(clamping: appended.load(ordering: .relaxed)) - kept
  }

  private func record(_ number: UInt64) -> Record? {
    let slot = slots + Int(number % UInt64(capacity))
    guard slot.pointee.stamp.load(ordering: .acquiring) == number + 1 else { return nil }
    let record = Record(
      nanoseconds: slot.pointee.nanoseconds.load(ordering: .acquiring),
      rowAndKind: slot.pointee.rowAndKind.load(ordering: .acquiring))
    // Acquiring loads keep this one behind them.
    return slot.pointee.stamp.load(ordering: .relaxed) == number + 1 ? record : nil
  }

  /// The records from `origin` on, with times counted from there.
  func csv(since origin: UInt64) -> String {
    let records = records.filter { $0.nanoseconds >= origin }
    let hasRows = !records.isEmpty && records.allSatisfy { $0.rowAndKind != 0 }
    let lines = records.map { record in
      let time = record.nanoseconds - origin
      guard hasRows, let kind = RecordedKind(rawValue: UInt32(record.rowAndKind >> 32)) else {
        return "\(time)\n"
      }
      return "\(time),\(UInt32(truncatingIfNeeded: record.rowAndKind)),\(kind)\n"
    }
    return (hasRows ? "time_ns,row,kind\n" : "time_ns\n") + lines.joined()
  }
}
