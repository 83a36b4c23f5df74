import ArgumentParser
import BenchHarness
import Coalesce
import Foundation

/// Standard output and error, unbuffered, so that lines appear in the order of the calls.
///
/// Thread safety: may be used from any thread.
enum Streams {
  private static let failure = Locked<(any Error)?>(nil)

  /// Keeps a broken pipe from killing the program, and new files from taking a closed standard stream's descriptor.
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

  static func tell(_ text: String) { try? Data(text.utf8).write(to: STDERR_FILENO) }

  /// Exits with the argument parser's message and code. Code 1 is reserved for findings: unless `error` is an
  /// `ExitCode`, 2 replaces 1. If output was lost, 2 replaces 0.
  static func exit(_ error: (any Error)?) -> Never {
    var code: Int32 = 0
    if let error {
      code = Root.exitCode(for: error).rawValue
      if code == 1, !(error is ExitCode) { code = 2 }
      let message = Root.fullMessage(for: error)
      if !message.isEmpty { (code == 0 ? show : tell)(message + "\n") }
    }
    // EPIPE is not a failure: a reader such as `head` exits early on purpose.
    if let cause = failure.withLock({ $0 }), (cause as NSError).code != Int(EPIPE) {
      tell("Error: Cannot write to standard output: \(cause.fileCause).\n")
      if code == 0 { code = 2 }
    }
    Foundation.exit(code)
  }
}
