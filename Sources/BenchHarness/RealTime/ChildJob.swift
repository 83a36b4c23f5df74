import Foundation

/// Work that runs in its own process, `bench child`, because it may crash or hang. The job is passed as JSON; it writes
/// its answers to a ``Journal``, which survives a crash.
package protocol ChildJob: Codable, Sendable {
  associatedtype Answer: Codable & Sendable

  static var name: String { get }

  /// Does the work in the child process. `answer` writes immediately and may be called on any thread.
  func run(_ registry: Registry, answer: @escaping @Sendable (Answer) throws -> Void) throws
}

struct ChildRequest<Job: ChildJob>: Codable {
  let job: Job
  let parent: Int32
  /// Makes all requests equally long: one more digit in `parent` would shift the heap and change instruction counts.
  private let padding: String

  init(_ job: Job, parent: Int32 = getpid()) {
    self.job = job
    self.parent = parent
    padding = String(repeating: "0", count: 10 - "\(parent)".count)
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try BenchError.writing(file.path) { try encoder.encode(self).write(whole: file) }
  }

  init(_ file: URL) throws {
    let data = try BenchError.reading(file.path) { try Data(whole: file) }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file.path, line: nil,
        cause: "it is not a request from this program: \(error.jsonCause)")
    }
  }
}
