#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Records when a running app submits updates and when they are delivered, so that the bench can
/// replay them: `bench recommend --trace my-app.csv`.
///
/// It wraps a strategy: put it in the strategy's place and submit to it. It writes to buffers that
/// are allocated beforehand. When one is full, the newest records replace the oldest.
///
/// Drawback: under 60 ns for each submission and each delivery, and 24 bytes of memory for each record
/// that is kept.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public final class TraceRecorder<Update: Sendable>: UpdateStrategy {
  @usableFromInline let strategy: any UpdateStrategy<Update>
  @usableFromInline let scheduler: any UpdateScheduler
  @usableFromInline let submissions: RecordBuffer
  private let deliveries: RecordBuffer

  /// Records a strategy.
  /// - Parameters:
  ///   - capacity: how many submissions and how many deliveries are kept; 1 or more.
  ///   - scheduler: provides the time.
  ///   - make: makes the strategy with the handler that it is passed.
  ///   - deliver: the strategy's handler, called on the main thread.
  public init(
    capacity: Int = 100_000,
    scheduler: any UpdateScheduler = DispatchScheduler.main,
    recording make: (_ deliver: @escaping @Sendable (Update) -> Void) -> any UpdateStrategy<Update>,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    let deliveries = RecordBuffer(capacity: capacity)
    self.scheduler = scheduler
    self.deliveries = deliveries
    submissions = RecordBuffer(capacity: capacity)
    strategy = make { update in
      deliveries.append(RecordBuffer.Record(nanoseconds: scheduler.nowNanoseconds))
      deliver(update)
    }
  }

  /// Records a coalescer, for an app whose handler is on the main actor.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - capacity: how many submissions and how many deliveries are kept; 1 or more.
  ///   - deliver: called on the main actor with everything that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, capacity: Int = 100_000,
    _ deliver: @escaping @MainActor (Update) -> Void
  ) where Update: Mergeable {
    self.init(
      capacity: capacity,
      recording: { Coalescer(policy, scheduler: DispatchScheduler.main, deliver: $0) },
      deliver: { update in MainActor.assumeIsolated { deliver(update) } })
  }

  /// Records the time and submits the update to the strategy.
  @inlinable
  public func submit(_ update: Update) {
    submissions.append(RecordBuffer.Record(nanoseconds: scheduler.nowNanoseconds))
    strategy.submit(update)
  }

  /// Records the time and what happened to which row, and submits the update to the strategy.
  /// - Parameters:
  ///   - update: the update.
  ///   - row: the row's identity, 0 to 2^32 − 1; others are recorded modulo 2^32.
  ///   - kind: what happened to the row.
  @inlinable
  public func submit(_ update: Update, row: Int, kind: RecordedKind = .change) {
    submissions.append(
      RecordBuffer.Record(nanoseconds: scheduler.nowNanoseconds, row: row, kind: kind))
    strategy.submit(update)
  }

  /// Flushes the strategy.
  public func flush() { strategy.flush() }

  /// Cancels the strategy. What was recorded is kept.
  public func cancel() { strategy.cancel() }

  /// The strategy's own count.
  public var pendingCount: Int { strategy.pendingCount }

  /// How many recorded submissions are no longer kept, because the buffer was full.
  public var droppedSubmissions: Int { submissions.dropped }

  /// How many recorded deliveries are no longer kept, because the buffer was full.
  public var droppedDeliveries: Int { deliveries.dropped }

  /// The submissions as the CSV that `--trace` reads. The column `time_ns` counts from the first
  /// that is kept. If the app gave a row with each of them, there are the columns `row` and `kind`,
  /// too. O(n log n).
  ///
  /// What other threads record at the same time may be missing.
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
