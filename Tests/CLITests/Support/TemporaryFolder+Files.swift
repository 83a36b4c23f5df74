import BenchTestSupport

extension TemporaryFolder {
  /// The names of the files that every run writes, and of `others`, sorted.
  static func files(and others: String...) -> [String] {
    (["environment.json", "latency.csv", "strategies.csv", "summary.csv", "trials.csv"] + others)
      .sorted()
  }
}
