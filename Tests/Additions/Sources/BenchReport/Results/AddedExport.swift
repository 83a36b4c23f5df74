extension ResultsExport {
  /// How many trials there were.
  static let added = ResultsExport(file: "added.txt", summary: "the number of trials") {
    trials, _ in "\(trials.count) trials\n"
  }
}
