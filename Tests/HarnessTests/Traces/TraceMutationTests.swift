import Testing

@testable import Harness
@testable import Runs
@testable import Statistics

/// A good trace, broken at random in ten thousand ways: it is read or refused, and never crashes.
@Suite struct TraceMutationTests {
  private static let good = Array(
    "time_ms,view,row,kind\n1,a,x,insert\n2.5,b,\"y,z\",change\n\n3e1,a,\"x\ny\",delete\n".utf8)

  private static let options: [TraceOptions] = [
    TraceOptions(),
    .with {
      $0.viewColumn = "view"
      $0.rowColumn = "row"
      $0.kindColumn = "kind"
    },
    .with {
      $0.timeColumn = "time_ms"
      $0.timeUnit = .s
      $0.speed = 1e-9
      $0.limit = 2
    },
  ]

  @Test(arguments: Mutation.seeds)
  func brokenTraceIsReadOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    let inputs = Mutation.inputs / Mutation.seeds.count
    for number in 0..<inputs {
      let bytes = Mutation.broken(Self.good, &generator)
      let options = Self.options[number % Self.options.count]
      do {
        let trace = try Trace(bytes: bytes, name: "my.csv", options: options)
        try trace.plan(costs: .free).validate(workload: "trace")
        #expect(trace.updates.count > 0)
        read += 1
      } catch HarnessError.badTrace(let file, _, _, let cause) {
        #expect(file == "my.csv")
        #expect(!cause.isEmpty)
      }
    }
    #expect((1..<inputs).contains(read), "The mutations break all traces, or none.")
  }
}
