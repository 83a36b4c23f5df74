import Foundation

/// Passes a stream through unchanged, for `bench record`, and writes a row for each part: `bytes`, and `time_s`,
/// the time from the recording's start to the part's arrival. The file is valid after each row.
package struct StreamRecording {
  package enum Part: String, CaseIterable, Sendable {
    /// A line with its line break; the last line may have none.
    case line
    /// The bytes that one read returned.
    case chunk
  }

  package struct Summary: Sendable {
    package fileprivate(set) var parts = 0, bytes = 0, duration = Duration.zero
    package fileprivate(set) var part = Part.line, reads = 0

    /// Whether there were over ten reads for each line.
    package var hasFewLines: Bool { part == .line && reads > 10 * parts }
  }

  /// The column names, which identify a file as a recording.
  static let header = "time_s,bytes"

  private let path: String, file: Int32
  /// Whether the recording becomes one of chunks if the input has hardly any lines; and these chunks, up to a million.
  private let mayChoose: Bool
  private var chunks: [(microseconds: UInt64, bytes: Int)] = []
  private let start = Clocks.uptime
  private var summary = Summary()
  /// The time of the last read, formatted as in a row, and the number of bytes in the unfinished line.
  private var time = "", lineBytes = 0
  private var failure: BenchError?
  private var isReaderGone = false
  private var failed: Set<Int32> = []

  /// Without a part, records lines, or chunks if lines take over ten reads each, as with words of a language model.
  package init(to path: String, by part: Part?, isReplacing: Bool) throws {
    self.path = path
    mayChoose = part == nil
    summary.part = part ?? .line
    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isReplacing ? O_TRUNC : O_EXCL), 0o666)
    guard file < 0 else { return }
    guard errno != EEXIST else {
      throw BenchError.badValue(
        what: "new file: it exists", value: path, expected: "another name, or --force")
    }
    throw BenchError.cannotWrite(path: path, cause: Self.cause)
  }

  /// Records until `input` ends, the reader of `output` closes it, or the task is cancelled; then closes the recording.
  /// The process must ignore SIGPIPE.
  /// - Throws: ``BenchError``, after passing on everything it could.
  package mutating func run(from input: Int32, to output: Int32) throws -> Summary {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // After cancellation, read up to 1 MiB more, which is as much as a pipe can hold.
    var left = 1 << 20
    record("\(Self.header)\n")
    while !isReaderGone, left > 0 {
      guard Self.isReady(input, POLLIN) else {
        if Task.isCancelled { break }
        continue
      }
      let count = read(input, &buffer, buffer.count)
      let now = Clocks.uptime
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      if count < 0 { fail(.cannotRead(path: "standard input", cause: Self.cause)) }
      guard count > 0 else { break }
      if Task.isCancelled { left -= count }
      write(buffer[..<count], to: output, "standard output")
      note(buffer[..<count], at: now)
    }
    if lineBytes > 0 { writeRows(of: [lineBytes]) }
    if mayChoose, summary.hasFewLines, chunks.count == summary.reads { writeChunks() }
    if close(file) != 0, !failed.contains(file) {
      fail(.cannotWrite(path: path, cause: Self.cause))
    }
    if let failure { throw failure }
    return summary
  }

  private mutating func note(_ bytes: ArraySlice<UInt8>, at now: UInt64) {
    let microseconds = (now - start) / 1_000
    time = Self.text(microseconds)
    summary.reads += 1
    if mayChoose, chunks.count < 1_000_000 { chunks.append((microseconds, bytes.count)) }
    summary.duration = .nanoseconds(now - start)
    summary.bytes += bytes.count
    guard summary.part == .line else { return writeRows(of: [bytes.count]) }
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.count + 1 }
    parts[0] += lineBytes
    lineBytes = parts.removeLast() - 1
    writeRows(of: parts)
  }

  private mutating func writeRows(of parts: [Int]) {
    summary.parts += parts.count
    record(parts.map { "\(time),\($0)\n" }.joined())
  }

  /// Replaces the lines with the chunks.
  private mutating func writeChunks() {
    guard !failed.contains(file), ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else {
      return
    }
    (summary.part, summary.parts) = (.chunk, chunks.count)
    let rows = chunks.map { "\(Self.text($0.microseconds)),\($0.bytes)\n" }
    record("\(Self.header)\n\(rows.joined())")
  }

  private mutating func record(_ text: String) { write(Array(text.utf8)[...], to: file, path) }

  private static func text(_ microseconds: UInt64) -> String {
    String(format: "%llu.%06llu", microseconds / 1_000_000, microseconds % 1_000_000)
  }

  /// Writes all `bytes`, unless writing fails or the task is cancelled while the reader pauses.
  private mutating func write(_ bytes: ArraySlice<UInt8>, to file: Int32, _ path: String) {
    var rest = bytes
    while !rest.isEmpty, !failed.contains(file) {
      guard Self.isReady(file, POLLOUT) else {
        if Task.isCancelled { failed.insert(file) }
        continue
      }
      // A pipe that is ready accepts this much without blocking, even if its reader pauses.
      let written = rest.prefix(4_096).withUnsafeBytes {
        Foundation.write(file, $0.baseAddress, $0.count)
      }
      if written >= 0 { rest = rest.dropFirst(written) }
      if written >= 0 || [EINTR, EAGAIN].contains(errno) { continue }
      if errno == EPIPE {
        isReaderGone = true
      } else {
        fail(.cannotWrite(path: path, cause: Self.cause))
      }
      failed.insert(file)
      guard file == self.file else { return }
      // Cut off an incomplete row, which would look like a complete one.
      let half = bytes[..<rest.startIndex].reversed().prefix { $0 != UInt8(ascii: "\n") }.count
      ftruncate(file, lseek(file, 0, SEEK_CUR) - off_t(half))
    }
  }

  private mutating func fail(_ error: BenchError) { failure = failure ?? error }

  /// Waits at most 50 ms for `event`, so that cancellation is noticed soon; returns whether the event occurred.
  private static func isReady(_ file: Int32, _ event: Int32) -> Bool {
    var asked = pollfd(fd: file, events: Int16(event), revents: 0)
    return poll(&asked, 1, 50) > 0
  }

  private static var cause: String { String(cString: strerror(errno)).lowercased() + "." }
}
