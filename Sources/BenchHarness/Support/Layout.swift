/// How what people read is laid out.
package enum Layout: Sendable {
  /// In lines for a terminal.
  case terminal
  /// For a page or the summary of a CI job.
  case markdown
}
