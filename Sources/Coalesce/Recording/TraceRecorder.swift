#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Records when a running app submits updates to a strategy and when they are delivered, so that
/// the bench can replay them: `bench recommend --trace my-app.csv`.
///
/// A strategy around a strategy: put it where the other was, and submit to it. Recording goes into
/// buffers that were allocated before; when one is full, the newest records replace the oldest.
///
/// Price: a timestamp and an entry of the buffer for each submission and each delivery, under 60 ns;
/// 24 bytes of memory for each of the records that are kept.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public final class TraceRecorder<Update: Sendable>: UpdateStrategy {
  @usableFromInline let strategy: any UpdateStrategy<Update>
  @usableFromInline let scheduler: any UpdateScheduler
  @usableFromInline let submissions: RecordBuffer
  private let deliveries: RecordBuffer

  /// - Parameters:
  ///   - capacity: how many submissions, and how many deliveries, are kept; 1 or more.
  ///   - scheduler: where times come from.
  ///   - make: makes the strategy with the handler that it is given.
  ///   - deliver: the strategy's handler; called on main.
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
  ///   - policy: when deliveries are made.
  ///   - capacity: how many submissions, and how many deliveries, are kept; 1 or more.
  ///   - deliver: called on the main actor with all that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, capacity: Int = 100_000,
    _ deliver: @escaping @MainActor (Update) -> Void
  ) where Update: Mergeable {
    self.init(
      capacity: capacity,
      recording: { Coalescer(policy, scheduler: DispatchScheduler.main, deliver: $0) },
      deliver: { update in MainActor.assumeIsolated { deliver(update) } })
  }

  /// Records the time and hands the update over.
  @inlinable
  public func submit(_ update: Update) {
    submissions.append(RecordBuffer.Record(nanoseconds: scheduler.nowNanoseconds))
    strategy.submit(update)
  }

  /// Records the time and what happened to which row, and hands the update over.
  /// - Parameters:
  ///   - update: what to hand over.
  ///   - row: the row's identity, 0 to 2^32 − 1; others are recorded modulo 2^32.
  ///   - kind: what happened to it.
  @inlinable
  public func submit(_ update: Update, row: Int, kind: RecordedKind = .change) {
    submissions.append(
      RecordBuffer.Record(nanoseconds: scheduler.nowNanoseconds, row: row, kind: kind))
    strategy.submit(update)
  }

  /// As the strategy's.
  public func flush() { strategy.flush() }

  /// As the strategy's; what was recorded is kept.
  public func cancel() { strategy.cancel() }

  /// As the strategy's.
  public var pendingCount: Int { strategy.pendingCount }

  /// How many submissions were recorded and are no longer kept, for the buffer was full.
  public var droppedSubmissions: Int { submissions.dropped }

  /// How many deliveries were recorded and are no longer kept, for the buffer was full.
  public var droppedDeliveries: Int { deliveries.dropped }

  /// The submissions as the CSV that `--trace` reads: the column `time_ns`, counted from the first that
  /// is kept, and, where the app gave rows with all of them, `row` and `kind`. O(n log n).
  ///
  /// What other threads record meanwhile may be left out.
  public var submissionsCSV: String { submissions.csv(since: origin) }

  /// The deliveries as a CSV with the column `time_ns`, counted from the same; without those before it.
  public var deliveriesCSV: String { deliveries.csv(since: origin) }

  /// Writes the submissions as CSV, whole or not at all.
  /// - Parameter file: where to write; an older file is replaced.
  /// - Throws: what the system says against writing there.
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
