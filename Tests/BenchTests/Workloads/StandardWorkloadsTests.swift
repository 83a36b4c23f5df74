import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct StandardWorkloadsTests {
  @Test func everyWorkloadIsInTheRegistry() throws {
    let declared = try SourceFolder.names(
      /static let (\w+) = Workload\(/, in: "BenchHarness/Workloads")
    let names = [Workload].standard.map(\.name)
    #expect(declared.map(SourceFolder.kebabCase).sorted() == names.sorted())
  }

  @Test func namesAreUnique() {
    #expect(Set([Workload].standard.map(\.name)).count == [Workload].standard.count)
  }

  @Test(arguments: [Workload].standard.map(\.name))
  func nameIsKebabCase(name: String) {
    #expect(name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil)
  }

  @Test(arguments: [Workload].standard.map(\.name))
  func entrySaysWhatItIs(name: String) throws {
    let workload = try #require([Workload].standard.first { $0.name == name })
    #expect(!workload.origin.isEmpty)
    #expect(!workload.summary.isEmpty)
    #expect(workload.parameters.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
    #expect(Set(workload.parameters.map(\.name)).count == workload.parameters.count)
  }
}
