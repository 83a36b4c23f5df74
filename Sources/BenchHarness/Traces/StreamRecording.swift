import Dispatch
import Foundation

/// Passes a stream through unchanged, and writes when each part of it came: what `bench record`
/// does.
///
/// A row is written for each part: `time_s`, since the recording began, and `bytes`. The file is
/// whole after each row, and what is in memory goes to it once nothing comes for a moment.
package struct StreamRecording {
  package enum Part: String, CaseIterable, Sendable {
    /// A line, with its line break; the last one may have none.
    case line
    /// What one read brought.
    case chunk
  }

  package struct Summary: Sendable {
    package fileprivate(set) var parts = 0
    package fileprivate(set) var bytes = 0
    package fileprivate(set) var duration = Duration.zero
  }

  /// The names of the columns, by which a recording states that it is one.
  static let header = "time_s,bytes"

  private let path: String
  private let part: Part
  private let file: Int32
  private let start = DispatchTime.now().uptimeNanoseconds
  private var rows = Array("\(StreamRecording.header)\n".utf8)
  private var summary = Summary()
  /// The time of the last part, as it stands in its row, and how much of an unfinished line came.
  private var time = ""
  private var lineBytes = 0
  private var failure: BenchError?
  private var isReaderGone = false, isPassing = true, isWriting = true

  /// Poll interval for cancellation, in milliseconds.
  private static let patience: Int32 = 50
  /// What is still taken after the end was asked for: as much as a pipe can hold.
  private static let pipeBytes = 1 << 20

  /// Refuses a file that is there, unless `isReplacing`.
  package init(to path: String, by part: Part, isReplacing: Bool) throws {
    self.path = path
    self.part = part
    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isReplacing ? O_TRUNC : O_EXCL), 0o666)
    guard file < 0 else { return }
    guard errno != EEXIST else {
      throw BenchError.badValue(
        what: "name for a new file", value: path, expected: "another name, or --force to replace it"
      )
    }
    throw Self.failure(path)
  }

  /// Records `input` until it ends, the reader of `output` goes away or the task is cancelled, and
  /// closes the file. The process must ignore SIGPIPE.
  /// - Throws: ``BenchError``, after everything was passed on that could be.
  package mutating func run(from input: Int32, to output: Int32) throws -> Summary {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = Self.pipeBytes
    while !isReaderGone, left > 0 {
      guard Self.isReady(input, POLLIN, Task.isCancelled ? 0 : Self.patience) else {
        if Task.isCancelled { break }
        write()
        continue
      }
      let count = read(input, &buffer, buffer.count)
      let now = DispatchTime.now().uptimeNanoseconds
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      guard count > 0 else {
        if count < 0 { fail(.cannotRead(path: "standard input", cause: Self.cause)) }
        break
      }
      if Task.isCancelled { left -= count }
      pass(buffer[..<count], to: output)
      note(buffer[..<count], at: now)
    }
    if lineBytes > 0 { append(lineBytes) }
    write()
    if close(file) != 0, isWriting { fail(Self.failure(path)) }
    if let failure { throw failure }
    return summary
  }

  private mutating func pass(_ bytes: ArraySlice<UInt8>, to output: Int32) {
    var rest = bytes
    while isPassing, !rest.isEmpty {
      // As much as fits into a pipe that has any room, so that no reader who rests can hold us.
      guard Self.isReady(output, POLLOUT, Self.patience) else {
        isPassing = !Task.isCancelled
        continue
      }
      let written = rest.prefix(4_096).withUnsafeBytes {
        Foundation.write(output, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        (isReaderGone, isPassing) = (true, false)
      } else if ![EINTR, EAGAIN].contains(errno) {
        fail(Self.failure("standard output"))
        isPassing = false
      }
    }
  }

  private mutating func note(_ bytes: ArraySlice<UInt8>, at now: UInt64) {
    let microseconds = (now - start) / 1_000
    // The point is put between whole seconds and six digits, leading zeros among them.
    time =
      "\(microseconds / 1_000_000).\(String(1_000_000 + microseconds % 1_000_000).dropFirst()),"
    summary.duration = .nanoseconds(now - start)
    summary.bytes += bytes.count
    switch part {
    case .chunk: append(bytes.count)
    case .line:
      var rest = bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        append(lineBytes + end + 1 - rest.startIndex)
        lineBytes = 0
        rest = rest[(end + 1)...]
      }
      lineBytes += rest.count
    }
    if rows.count > 1 << 16 { write() }
  }

  private mutating func append(_ bytes: Int) {
    rows += time.utf8
    rows += "\(bytes)\n".utf8
    summary.parts += 1
  }

  /// Writes the rows that are in memory; once that failed, none any more.
  private mutating func write() {
    var rest = rows[...]
    while isWriting, !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        fail(Self.failure(path))
        isWriting = false
        cut(rows[..<rest.startIndex].reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      }
    }
    rows.removeAll(keepingCapacity: true)
  }

  /// Takes so many bytes off the end of the file: half a row would pass for a whole one.
  private func cut(_ bytes: Int) {
    let end = lseek(file, 0, SEEK_CUR)
    if bytes > 0, end >= bytes { ftruncate(file, end - off_t(bytes)) }
  }

  private mutating func fail(_ error: BenchError) { failure = failure ?? error }

  private static func isReady(_ file: Int32, _ event: Int32, _ milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: file, events: Int16(event), revents: 0)
    return poll(&asked, 1, milliseconds) > 0
  }

  private static var cause: String { String(cString: strerror(errno)).lowercased() + "." }

  private static func failure(_ path: String) -> BenchError {
    .cannotWrite(path: path, cause: cause)
  }
}
