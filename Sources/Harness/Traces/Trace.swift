import Coalesce
import Foundation

/// A recording of updates, read from a CSV.
package struct Trace: Sendable {
  /// The most rows, bytes a file and characters a field that are read.
  package static let maximumRows = 5_000_000
  /// The largest file that is read, in bytes.
  package static let maximumBytes = 512 * 1_048_576

  let updates: PlannedUpdates
  let viewCount: Int

  /// Reads `path`.
  /// - Throws: ``HarnessError/badTrace(file:line:column:cause:)``.
  package init(path: String, options: TraceOptions) throws {
    func refusal(_ cause: String) -> HarnessError {
      .badTrace(file: path, line: nil, column: nil, cause: cause)
    }
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw refusal("it is a pipe or a device. Save what comes from it to a file.")
    }
    let bytes: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      // Not by the size that the system tells: the file may be growing.
      bytes = try file.read(upToCount: Self.maximumBytes + 1) ?? Data()
    } catch {
      throw refusal("it cannot be read: \(error.fileCause).")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw refusal("it has more than the \(Self.maximumBytes) bytes that are read.")
    }
    try self.init(bytes: bytes, name: path, options: options)
  }

  /// Reads the bytes of a CSV; `name` is for messages.
  /// - Throws: ``HarnessError/badTrace(file:line:column:cause:)``.
  package init(bytes: some Collection<UInt8>, name: String, options: TraceOptions) throws {
    var reader = try TraceReader(bytes: bytes, file: name, options: options)
    (updates, viewCount) = try reader.read()
  }

  /// The recording as a plan: one thread submits everything, for that is what was recorded.
  package func plan(costs: CostModel) -> TrialPlan {
    let last = updates.intendedNanoseconds.last ?? 0
    return TrialPlan(
      updates: updates, viewCount: viewCount, duration: .nanoseconds(Int64(last)), costs: costs)
  }
}

/// Keeps the trace that was read last, so that one that is asked for again is not read again.
///
/// Thread safety: any thread.
package final class TraceReading: Sendable {
  private struct Read {
    let path: String
    let options: TraceOptions
    let trace: Trace
  }

  private let last = Locked<Read?>(nil)

  package init() {}

  /// - Throws: ``HarnessError/badTrace(file:line:column:cause:)``.
  package func trace(_ path: String, _ options: TraceOptions) throws -> Trace {
    let known = last.withLock { $0 }
    if let known, known.path == path, known.options == options { return known.trace }
    let trace = try Trace(path: path, options: options)
    last.withLock { $0 = Read(path: path, options: options, trace: trace) }
    return trace
  }
}

/// How a CSV becomes a workload.
package struct TraceOptions: Codable, Sendable, Equatable {
  /// The column of times; nil takes the first there is of time_s, time_ms, time_us, time_ns.
  package var timeColumn: String?
  /// The unit of the times; nil takes it from the column's name.
  package var timeUnit: TimeUnit?
  /// The column that names the view; nil for a single view.
  package var viewColumn: String?
  /// The column that names the row; nil gives each update a row of its own.
  package var rowColumn: String?
  /// The column of kinds: insert, change or delete; nil takes every update for a change.
  package var kindColumn: String?
  /// How many times faster than recorded.
  package var speed = 1.0
  /// How many updates to take at most; nil for all.
  package var limit: Int?

  /// A single view, each update a change of a row of its own, as fast as recorded.
  package init() {}
}
