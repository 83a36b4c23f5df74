import Foundation
/// A recording of updates, read from a CSV.
public struct Trace: Sendable {
  /// The most rows, bytes a file and characters a field that are read.
  public static let maximumRows = 5_000_000
  /// The largest file that is read, in bytes.
  public static let maximumBytes = 512 * 1_048_576

  let updates: PlannedUpdates
  let viewCount: Int

  /// Reads `path`.
  /// - Throws: ``HarnessError/badTrace(file:line:column:cause:)``.
  public init(path: String, options: TraceOptions) throws {
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
  public init(bytes: some Collection<UInt8>, name: String, options: TraceOptions) throws {
    var reader = try TraceReader(bytes: bytes, file: name, options: options)
    (updates, viewCount) = try reader.read()
  }

  /// The recording as a plan: one thread submits everything, for that is what was recorded.
  func plan(costs: CostModel) -> TrialPlan {
    let last = updates.intendedNanoseconds.last ?? 0
    return TrialPlan(
      updates: updates, viewCount: viewCount, duration: .nanoseconds(Int64(last)), costs: costs)
  }
}
