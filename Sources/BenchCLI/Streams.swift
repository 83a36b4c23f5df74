import ArgumentParser
import Coalesce
import Foundation

/// Standard output and standard error. Either may be full, closed, or a pipe whose reader has gone; what
/// could not be written to standard output ends the program with exit code 2, unless nobody reads it any more.
///
/// Thread safety: any thread.
enum Streams {
  /// Why standard output could not be written, as the system says it; nil if it could.
  private static let failure = Locked<Int32?>(nil)

  /// Call it first: neither a pipe that breaks nor a file that may not grow must end the program, and no
  /// file that is opened may take the number of a stream that is closed.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    // Swift's runtime would write a backtrace on Linux, for minutes. A program that ignores it goes on doing so.
    if unsafeBitCast(signal(SIGQUIT, SIG_DFL), to: Int.self) == 1 {
      _ = signal(SIGQUIT, SIG_IGN)
    }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", O_RDWR)
      if stream == STDOUT_FILENO { failure.withLock { $0 = EBADF } }
    }
  }

  /// Writes to standard output, unbuffered, so that what follows on standard error comes after it.
  static func show(_ text: String) {
    guard failure.withLock({ $0 == nil }) else { return }
    let cause = write(text, to: STDOUT_FILENO)
    if let cause { failure.withLock { $0 = $0 ?? cause } }
  }

  /// Writes to standard error, where nothing can be done if that fails.
  static func tell(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Ends the program as the argument parser does, with what `error` says; with exit code 2 where all went
  /// well but what it printed is lost.
  static func exit(_ error: (any Error)?) -> Never {
    var code: Int32 = 0
    if let error {
      code = Root.exitCode(for: error).rawValue
      // 1 is an answer of ours, and this error is not from us.
      if code == 1, !(error is ExitCode) { code = 2 }
      let message = Root.fullMessage(for: error)
      if !message.isEmpty {
        if code == 0 { show(message + "\n") } else { tell(fitted(message)) }
      }
    }
    // A reader such as `head` that has read enough has gone, and misses nothing.
    if let cause = failure.withLock({ $0 }), cause != EPIPE {
      let words = cause == EBADF ? "it is closed" : String(cString: strerror(cause)).lowercased()
      tell("Error: Cannot write to standard output: \(words).\n")
      if code == 0 { code = 2 }
    }
    Foundation.exit(code)
  }

  /// The sentences of an error as wide as the terminal. What is to be typed stays in one line.
  private static func fitted(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for first in ["Error: ", "Help:  "] where line.hasPrefix(first) {
        return Prose.line(String(line.dropFirst(first.count)), after: first, .errors)
      }
      return line + "\n"
    }.joined()
  }

  /// Returns why not all of it could be written; nil if it was.
  private static func write(_ text: String, to stream: Int32) -> Int32? {
    var left = Array(text.utf8)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
      if count >= 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN {
        // Another program on the same terminal or pipe has made it non-blocking.
        var poll = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
