import Testing

@testable import Harness

@Suite struct StandardWorkloadsTests {
  @Test func everyFileOfWorkloadsIsInTheRegistry() throws {
    let support: Set = ["OrderedModel", "StandardWorkloads", "Workload"]
    let names = Set([Workload].standard.map(\.name))
    for file in try SourceFolder.typeNames(in: "Harness/Workloads") where !support.contains(file) {
      let type = file.hasSuffix("Workload") ? String(file.dropLast("Workload".count)) : file
      let name = SourceFolder.kebabCase(type)
      #expect(names.contains(name), "\(file).swift has no entry '\(name)' in the registry.")
    }
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
