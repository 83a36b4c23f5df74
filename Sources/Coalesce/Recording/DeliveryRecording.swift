public import Foundation

extension Coalescer {
  /// Records from now on when updates are submitted and when they are delivered, so that the bench can replay them:
  /// `bench recommend my-app.csv`. Ends any earlier recording.
  ///
  ///     let recording = reload.startRecording()
  ///     …
  ///     try recording.write(to: file)
  ///
  /// The buffers are allocated here. When one is full, the newest records replace the oldest. Submissions with a
  /// bound or in a pause are recorded like any other, and so are deliveries to a later target.
  ///
  /// Drawback: a submission takes up to 100 ns longer, and may have to wait for a submission on another thread. Each
  /// submission that is kept takes 8 bytes, each delivery 24.
  /// - Parameter capacity: how many submissions and how many deliveries are kept; 1 or more.
  /// - Returns: the recording, which can be read before it has ended.
  public func startRecording(capacity: Int = 100_000) -> DeliveryRecording {
    let recording = DeliveryRecording(capacity: capacity)
    engine.record(in: recording)
    return recording
  }

  /// Ends the recording. Its records are kept.
  public func stopRecording() { engine.record(in: nil) }
}

/// The times of a coalescer's submissions and deliveries.
///
/// Thread safety: every member may be used from any thread.
public final class DeliveryRecording: Sendable {
  private let submissions: Locked<RecordBuffer>
  private let deliveries: Locked<RecordBuffer>
  /// Main-thread times of handlers and layout commits.
  private let handlers: Locked<RecordBuffer>, layouts: Locked<RecordBuffer>
  /// The keys of all paces used, each once; nil stands for a pace without a key.
  private let paces = Locked<[String?]>([])

  init(capacity: Int) {
    func buffer() -> Locked<RecordBuffer> { Locked(RecordBuffer(capacity: capacity)) }
    (submissions, deliveries, handlers, layouts) = (buffer(), buffer(), buffer(), buffer())
  }

  func paced(by key: String?) { paces.withLock { if !$0.contains(key) { $0.append(key) } } }
  func submitted(at time: UInt64) { submissions.withLockSoon { $0.append(time) } }
  func delivered(at time: UInt64) { deliveries.withLockSoon { $0.append(time) } }
  func took(_ nanoseconds: UInt64) { handlers.withLock { $0.append(nanoseconds) } }
  func laidOut(_ nanoseconds: UInt64) { layouts.withLock { $0.append(nanoseconds) } }

  /// How many recorded submissions are no longer kept, because the buffer was full.
  public var droppedSubmissions: Int { submissions.withLock { $0.dropped } }

  /// The submissions as a CSV that the bench reads. The column `time_ns` counts from the first submission kept. The
  /// first line is a comment with the pace (if there was only one), the number of deliveries, and the median
  /// main-thread times of handlers and layout commits. O(n log n).
  public var submissionsCSV: String { comment + copy(submissions).csv(since: origin) }

  private var comment: String {
    let paces = paces.withLock { $0 }, deliveries = copy(deliveries)
    let facts: [(String, String?)] = [
      ("pace", paces.count == 1 ? paces[0] : nil),
      ("deliveries", "\(deliveries.times.count + deliveries.dropped)"),
      ("main_ns", copy(handlers).median?.description),
      ("layout_ns", copy(layouts).median?.description),
    ]
    let known = facts.compactMap { name, fact in fact.map { " \(name)=\($0)" } }
    return "# coalescer\(known.joined())\n"
  }

  /// The deliveries as a CSV. `time_ns` counts from the first submission kept; earlier deliveries are left out.
  public var deliveriesCSV: String { copy(deliveries).csv(since: origin) }

  /// Writes the submissions to a CSV file atomically, replacing any older file. Throws the system's error.
  public func write(to file: URL) throws {
    try Data(submissionsCSV.utf8).write(to: file, options: .atomic)
  }

  private var origin: UInt64 { copy(submissions).times.first ?? 0 }

  /// A copy, to be sorted outside the lock.
  private func copy(_ buffer: Locked<RecordBuffer>) -> RecordBuffer { buffer.withLock { $0 } }
}
