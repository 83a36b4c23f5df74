extension ResultsExport {
  /// How many trials there were.
  static let added = ResultsExport("added.txt", "the number of trials") {
    "\($0.records.count) trials\n"
  }
}
