import ArgumentParser
import BenchHarness
import Coalesce
import Foundation

/// Standard output and standard error, unbuffered, so that what follows on the other comes after it.
///
/// Thread safety: any thread.
enum Streams {
  /// Why standard output could not be written, as the system says it; nil if it could.
  private static let failure = Locked<(any Error)?>(nil)

  /// Call it first: a pipe that breaks must not end the program, and no file that is opened may take the
  /// number of a stream that is closed.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", O_RDWR)
    }
  }

  static func show(_ text: String) {
    failure.withLock { failure in
      guard failure == nil else { return }
      do {
        try Data(text.utf8).write(to: STDOUT_FILENO)
      } catch let cause {
        failure = cause
      }
    }
  }

  /// Writes to standard error, where nothing can be done if that fails.
  static func tell(_ text: String) { try? Data(text.utf8).write(to: STDERR_FILENO) }

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
        if code == 0 { show(message + "\n") } else { tell(message + "\n") }
      }
    }
    // A reader such as `head` that has read enough has gone, and misses nothing.
    if let cause = failure.withLock({ $0 }), (cause as NSError).code != Int(EPIPE) {
      tell("Error: Cannot write to standard output: \(cause.fileCause).\n")
      if code == 0 { code = 2 }
    }
    Foundation.exit(code)
  }
}
