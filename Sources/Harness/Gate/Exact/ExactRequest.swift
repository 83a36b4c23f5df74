/// What the child process of the exact half is asked to run.
struct ExactRequest: Codable {
  let suite: ExactSuite
  /// The process to die with.
  let parent: Int32
}
