/// An entry of the registry, which command-line options select by name or glob.
package protocol RegistryEntry: Sendable {
  static var kind: String { get }
  var name: String { get }
  var parameters: [Parameter] { get }
}

package struct Registry: Sendable {
  package let strategies: [StrategyEntry]
  package let workloads: [Workload]
  package let toolkits: [ToolkitEntry]

  package init(
    _ strategies: [StrategyEntry], _ workloads: [Workload], _ toolkits: [ToolkitEntry] = []
  ) {
    self.strategies = strategies
    self.workloads = workloads
    self.toolkits = toolkits
  }
}
