import Foundation
import Harness

/// A progress bar with the time left, on stderr and on a terminal only.
struct Progress: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ event: RunEvent) {
    guard case .began(let trial, let done, let total, let secondsLeft) = event else { return }
    show(
      done: done, of: total, secondsLeft: secondsLeft,
      what: "\(trial.strategy) on \(trial.workload)")
  }

  func show(done: Int, of total: Int, secondsLeft: Double? = nil, what: String) {
    guard isShown else { return }
    let width = 24
    let filled = total == 0 ? 0 : width * done / total
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    let left = secondsLeft.map { seconds in
      let whole = Int(seconds.rounded(.up))
      return "  \(whole / 60):" + String(format: "%02d", whole % 60) + " left"
    }
    write("[\(bar)] \(done)/\(total)\(left ?? "")  \(what)")
  }

  func end() {
    if isShown { write("") }
  }

  /// Over the line before it, and clears its rest.
  private func write(_ line: String) {
    FileHandle.standardError.write(Data("\r\(line.prefix(99))\u{1B}[K".utf8))
  }
}
