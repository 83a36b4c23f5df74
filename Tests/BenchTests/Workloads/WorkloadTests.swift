import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport

/// What every workload of the registry keeps.
@Suite(.timeLimit(.minutes(15))) struct WorkloadTests {
  /// Every workload that needs no file, as long as it is and as `--quick` makes it.
  static let plannable = [Workload].standard.filter { $0.name != "trace" }.flatMap { workload in
    [
      workload.name,
      workload.quick.sorted { $0.key < $1.key }.reduce(workload.name) {
        $0 + ":\($1.key)=\($1.value)"
      },
    ]
  }

  @Test(arguments: plannable)
  func everyWorkloadMakesAValidPlan(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    try plan.validate(workload: workload)
    #expect(plan.updates.count > 0)
    #expect(plan.duration > .zero)
    #expect(plan.producers.count <= 17)
  }

  @Test(arguments: plannable)
  func sameSeedMakesTheSamePlan(workload: String) throws {
    let plan = try TrialPlan.of(workload, seed: 7)
    let again = try TrialPlan.of(workload, seed: 7)
    #expect(plan.updates.intendedNanoseconds == again.updates.intendedNanoseconds)
    #expect(plan.updates.row == again.updates.row)
    #expect(plan.updates.view == again.updates.view)
    #expect(plan.updates.producer == again.updates.producer)
    #expect(plan.updates.kind == again.updates.kind)
    #expect(plan.costs == again.costs)
  }

  @Test(arguments: plannable)
  func rowOfAViewBelongsToOneProducer(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    guard plan.tracksRows else { return }
    var owner: [Int: UInt8] = [:]
    for index in 0..<plan.updates.count {
      let row = Int(plan.updates.view[index]) << 32 | Int(plan.updates.row[index])
      let producer = plan.updates.producer[index]
      #expect(owner[row, default: producer] == producer)
      owner[row] = producer
    }
  }

  @Test(arguments: plannable)
  func updatesComeWithinTheObservedTime(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    let last = try #require(plan.updates.intendedNanoseconds.last)
    #expect(last <= plan.duration.wholeNanoseconds)
  }

  @Test(arguments: plannable.filter { !$0.hasPrefix("slow-reload") && !$0.hasPrefix("firehose") })
  func viewCostsWhatTheCallerWants(workload: String) throws {
    // All of them: a workload has a say in those that the caller left alone.
    let costs = CostModel(reload: .milliseconds(9), visibleRows: 3, content: .microseconds(1))
    let plan = try TrialPlan.of(workload, costs: costs)
    #expect(plan.costs == costs || !plan.tracksRows)
  }

  @Test(arguments: [Workload].standard.map(\.name))
  func quickSetsParametersThatAreThere(name: String) throws {
    let workload = try #require([Workload].standard.first { $0.name == name })
    _ = try Selection(workload, given: workload.quick)
  }

  @Test(arguments: [Workload].standard.filter { !$0.quick.isEmpty }.map(\.name))
  func quickMakesThePlanShorter(name: String) throws {
    let workload = try #require([Workload].standard.first { $0.name == name })
    let short = try Selection(workload, given: workload.quick).plan()
    let long = try Selection(workload).plan()
    #expect(
      short.duration < long.duration || short.updates.count < long.updates.count)
  }

  @Test func traceNeedsAFile() throws {
    #expect(
      throws: BenchError.badPlan(
        workload: "trace", cause: "give the file with --trace FILE.")
    ) {
      _ = try TrialPlan.of("trace")
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct StandardWorkloadsTests {
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
