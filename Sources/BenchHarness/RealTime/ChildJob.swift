import Foundation

/// Work that may crash or hang, and so is done in a process of its own, by `bench child`.
///
/// It goes there as a file of JSON. Its answers come back in a ``Journal``: whatever ends the process,
/// those before are kept.
package protocol ChildJob: Codable, Sendable {
  associatedtype Answer: Codable & Sendable

  /// Its word on the command line.
  static var name: String { get }

  /// In the child: does the work. Any thread may call `answer`, which writes at once.
  func run(_ registry: Registry, answer: @escaping @Sendable (Answer) throws -> Void) throws
}

struct ChildRequest<Job: ChildJob>: Codable {
  let job: Job
  let parent: Int32
  /// Makes all requests for the same job equally long: what is a byte longer lies elsewhere in the heap, and
  /// moves counts of instructions.
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

  /// - Throws: ``BenchError/badResults(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  init(_ file: URL) throws {
    let data = try BenchError.reading(file.path) { try Data(whole: file) }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file.path, line: nil,
        cause: "it is no request that this program makes: \(error.jsonCause)")
    }
  }
}
