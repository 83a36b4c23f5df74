import ArgumentParser
import BenchReport

extension Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  /// Refuses more parts than recordings.
  func check(_ recordings: Int) throws {
    guard count > recordings || recordings == 1 else { return }
    throw ValidationError(
      "--shard is \(self), but there \(recordings == 1 ? "is 1 recording" : "are \(recordings) recordings"). "
        + "Give two or more recordings, and at most as many parts.")
  }
}
