package struct Cell: Codable, Hashable, Sendable {
  package var strategy: String
  package var workload: String

  package init(_ strategy: String, _ workload: String) {
    self.strategy = strategy
    self.workload = workload
  }

  package var text: String { "\(strategy) on \(workload)" }
}
