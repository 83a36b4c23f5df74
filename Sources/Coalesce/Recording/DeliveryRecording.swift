public import Foundation

extension Coalescer {
  /// Records from now on when updates are submitted, when they are delivered and what each delivery costs the main thread.
  /// The bench replays the updates and compares other paces with the deliveries:
  /// `bench recommend my-app.csv`. Ends any earlier recording.
  ///
  ///     let recording = reload.startRecording()
  ///     …
  ///     recording.stop()
  ///     try recording.write(to: file)
  ///
  /// The buffers are allocated here. When one is full, the newest records replace the oldest. Submissions with a
  /// bound or in a pause are recorded like any other, and so are deliveries to a later target.
  ///
  /// Drawback: a submission takes up to 100 ns longer, and may have to wait for a submission on another thread. After a
  /// delivery, the main thread may make one more pass, which takes a few µs. Each submission that is kept takes 8 bytes,
  /// each delivery 40.
  /// - Parameters:
  ///   - capacity: how many submissions and how many deliveries are kept; 1 or more.
  ///   - file: the file that a message about a wrong capacity names.
  ///   - line: the line that a message about a wrong capacity names.
  /// - Returns: the recording. It can be read while it goes on. Keep it: only its ``DeliveryRecording/stop()`` or
  ///   another recording ends it.
  public func startRecording(
    capacity: Int = 100_000, file: StaticString = #fileID, line: UInt = #line
  ) -> DeliveryRecording {
    require(
      capacity > 0, "A recording must keep at least one submission, not \(capacity).", file: file,
      line: line)
    let recording = DeliveryRecording(
      of: Update.self, capacity: capacity, engine: Weak(object: engine))
    engine.record(in: recording)
    return recording
  }
}

/// The times of a coalescer's submissions and deliveries.
///
/// Thread safety: every member may be used from any thread.
public final class DeliveryRecording: Sendable {
  private let submissions: Locked<RecordBuffer<UInt64>>
  private let deliveries: Locked<RecordBuffer<DeliveryRecord>>
  /// The keys of all paces used, each once; nil stands for a pace without a key.
  private let paces = Locked<[String?]>([])
  private let update: String
  // Weak: a recording does not keep a coalescer alive.
  private let engine: Weak<DeliveryEngine>

  init(of update: Any.Type, capacity: Int, engine: Weak<DeliveryEngine>) {
    (self.update, self.engine) = (readableName(of: update), engine)
    submissions = Locked(RecordBuffer(capacity: capacity))
    deliveries = Locked(RecordBuffer(capacity: capacity))
  }

  /// Ends the recording. Its records are kept.
  public func stop() { engine.object?.record(in: nil, insteadOf: self) }

  func paced(by key: String?) { paces.withLock { if !$0.contains(key) { $0.append(key) } } }
  func submitted(at time: UInt64) { submissions.withLockSoon { $0.append(time) } }
  func delivered(at time: UInt64) {
    deliveries.withLockSoon { $0.append(DeliveryRecord(start: time)) }
  }

  /// Notes how the delivery that began at `start` ended.
  func ended(_ start: UInt64, mainNanoseconds: UInt64, isFailed: Bool) {
    change({ $0.start == start }) {
      $0.end(mainNanoseconds: mainNanoseconds, isFailed: isFailed)
    }
  }

  /// Notes the layout commit after the delivery that began at `start`.
  func laidOut(_ start: UInt64, from begin: UInt64, until end: UInt64, sharers: Int) {
    change({ $0.start == start && $0.layoutShare == nil }) {
      $0.layOut(from: begin, until: end, sharers: sharers)
    }
  }

  private func change(
    _ isMeant: (DeliveryRecord) -> Bool, by change: (inout DeliveryRecord) -> Void
  ) { deliveries.withLock { $0.changeNewest(where: isMeant, by: change) } }

  /// How many recorded submissions are no longer kept, because the buffer was full.
  public var droppedSubmissions: Int { submissions.withLock { $0.dropped } }

  /// How many recorded deliveries are no longer kept, because the buffer was full.
  public var droppedDeliveries: Int { deliveries.withLock { $0.dropped } }

  /// The recording as CSV for the bench: a row for each submission and delivery, in order of time. O(n log n).
  ///
  /// The first line is a comment: the pace (if there was only one), the number of deliveries, the median main-thread
  /// times of handlers and layout commits, how many records are no longer kept, and the update's type. Columns:
  /// - `time_ns`: when the update was submitted or the delivery began, counted from the first submission kept.
  ///   Earlier deliveries are left out.
  /// - `kind`: empty for a submission, `delivery`, or `failed` if the handler threw, so that its updates stayed pending.
  /// - `handler_ns`: the main-thread time of the delivery's handler, without the time that an asynchronous one waits.
  /// - `layout_ns`: the time of the layout commit that followed, which other deliveries may share.
  /// - `shown_ns`: when that layout commit was over. Both are empty if it was not timed.
  public var csv: String {
    let (submissions, deliveries) = (copy(submissions).sorted, copy(deliveries).sorted)
    let origin = submissions.first ?? 0
    var rows = comment + "time_ns,kind,handler_ns,layout_ns,shown_ns\n"
    var next = deliveries.firstIndex { $0.start >= origin } ?? deliveries.endIndex
    func appendDeliveries(before time: UInt64) {
      while next < deliveries.endIndex, deliveries[next].start < time {
        rows += deliveries[next].row(since: origin)
        next += 1
      }
    }
    for time in submissions {
      appendDeliveries(before: time)
      rows += "\(time - origin)\n"
    }
    appendDeliveries(before: .max)
    return rows
  }

  /// The submissions alone, with the comment of ``csv``.
  public var submissionsCSV: String { comment + Self.csv(copy(submissions).sorted, since: origin) }

  /// The start times of the deliveries alone, counted as in ``csv``.
  public var deliveriesCSV: String {
    Self.csv(copy(deliveries).sorted.map(\.start), since: origin)
  }

  private static func csv(_ times: [UInt64], since origin: UInt64) -> String {
    "time_ns\n" + times.lazy.filter { $0 >= origin }.map { "\($0 - origin)\n" }.joined()
  }

  private var comment: String {
    let paces = paces.withLock { $0 }, deliveries = copy(deliveries)
    let records = deliveries.sorted
    let handlers = records.filter { !$0.isFailed && $0.handler != DeliveryRecord.unknown }
    let facts: [(String, String?)] = [
      ("pace", paces.count == 1 ? paces[0] : nil),
      ("deliveries", "\(deliveries.count)"),
      ("main_ns", Self.median(handlers.map(\.handler))),
      ("layout_ns", Self.median(records.compactMap(\.layoutShare))),
      ("dropped_updates", Self.some(droppedSubmissions)),
      ("dropped_deliveries", Self.some(deliveries.dropped)),
      // Last, because a type may have spaces.
      ("update", update),
    ]
    let known = facts.compactMap { name, fact in fact.map { " \(name)=\($0)" } }
    return "# coalescer\(known.joined())\n"
  }

  private static func median(_ times: [UInt64]) -> String? {
    times.isEmpty ? nil : times.sorted()[(times.count - 1) / 2].description
  }

  private static func some(_ count: Int) -> String? { count == 0 ? nil : "\(count)" }

  /// Writes ``csv`` to a file atomically, replacing any older file. Throws the system's error.
  public func write(to file: URL) throws {
    try Data(csv.utf8).write(to: file, options: .atomic)
  }

  private var origin: UInt64 { copy(submissions).sorted.first ?? 0 }

  /// A copy, to be sorted outside the lock.
  private func copy<Record>(_ buffer: Locked<RecordBuffer<Record>>) -> RecordBuffer<Record> {
    buffer.withLock { $0 }
  }
}
