#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Coalescer {
  /// Records from now on when updates are submitted and when they are delivered, so that the bench can
  /// replay them: `bench recommend --trace my-app.csv`. Replaces an earlier recording.
  ///
  ///     let recording = reload.startRecording()
  ///     …
  ///     try recording.write(to: file)
  ///
  /// It writes to buffers that are allocated here. When one is full, the newest records replace the
  /// oldest. Everything is recorded: bounds, what comes during a pause, deliveries to any target.
  ///
  /// Drawback: under 100 ns for each submission, and 24 bytes of memory for each record that is kept.
  /// - Parameter capacity: how many submissions and how many deliveries are kept; 1 or more.
  /// - Returns: what is recorded, also while that goes on.
  public func startRecording(capacity: Int = 100_000) -> DeliveryRecording {
    let recording = DeliveryRecording(capacity: capacity)
    engine.record(in: recording)
    return recording
  }

  /// Ends the recording; what was recorded is kept.
  public func stopRecording() { engine.record(in: nil) }

  /// Merges one update and, while there is a recording, notes what happened to which row.
  /// - Parameters:
  ///   - update: the update.
  ///   - row: the row's identity, 0 to 2^32 − 1; others are recorded modulo 2^32.
  ///   - kind: what happened to the row.
  public func submit(_ update: Update, row: Int, kind: RecordedKind = .change) {
    let count = outbox.pending.merge(update)
    if count >= engine.wakeAt.load(ordering: .relaxed) {
      engine.arrived(count, row: row, kind: kind)
    }
  }
}

/// What was submitted to a coalescer and delivered by it, and when.
///
/// Thread safety: every member may be used from any thread. What other threads record at the same
/// time may be missing.
public final class DeliveryRecording: Sendable {
  private let submissions: RecordBuffer
  private let deliveries: RecordBuffer

  init(capacity: Int) {
    submissions = RecordBuffer(capacity: capacity)
    deliveries = RecordBuffer(capacity: capacity)
  }

  func submitted(at time: UInt64, row: (row: Int, kind: RecordedKind)?) {
    submissions.append(
      row.map { RecordBuffer.Record(nanoseconds: time, row: $0.row, kind: $0.kind) }
        ?? RecordBuffer.Record(nanoseconds: time))
  }

  func delivered(at time: UInt64) { deliveries.append(RecordBuffer.Record(nanoseconds: time)) }

  /// How many recorded submissions are no longer kept, because the buffer was full.
  public var droppedSubmissions: Int { submissions.dropped }

  /// How many recorded deliveries are no longer kept, because the buffer was full.
  public var droppedDeliveries: Int { deliveries.dropped }

  /// The submissions as the CSV that `--trace` reads. The column `time_ns` counts from the first
  /// that is kept. If the app gave a row with each of them, there are the columns `row` and `kind`,
  /// too. O(n log n).
  public var submissionsCSV: String { submissions.csv(since: origin) }

  /// The deliveries as a CSV with the column `time_ns`, which counts from the same submission.
  /// Earlier deliveries are left out.
  public var deliveriesCSV: String { deliveries.csv(since: origin) }

  /// Writes the submissions to a CSV file, completely or not at all.
  /// - Parameter file: where to write; an older file is replaced.
  /// - Throws: the system's error if the file cannot be written.
  public func write(to file: URL) throws {
    try Data(submissionsCSV.utf8).write(to: file, options: .atomic)
  }

  private var origin: UInt64 { submissions.records.first?.nanoseconds ?? 0 }
}

/// What happened to a recorded row.
public enum RecordedKind: UInt32, Sendable {
  /// It was added.
  case insert = 1
  /// It was changed.
  case change = 2
  /// It was removed.
  case delete = 3
}
