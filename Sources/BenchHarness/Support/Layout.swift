package enum Layout: Sendable {
  case terminal
  /// For a page or the summary of a CI job.
  case markdown
}
