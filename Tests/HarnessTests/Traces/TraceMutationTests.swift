import Testing

@testable import Harness
@testable import Traces
@testable import Statistics

/// A good trace, broken at random in ten thousand ways: it is read or refused, and never crashes.
@Suite struct TraceMutationTests {
  private static let good = [
    "time_ms,view,row,kind\n1,a,x,insert\n2.5,b,\"y,z\",change\n\n3e1,a,\"x\ny\",delete\n",
    "ts;view\n2026-05-01T12:30:00.5+02:00;a\n2026-05-01 12:30:01Z;b\n2026-05-01T12:30:02,25;a\n",
    "time,row\n23:59:59.5,a\n00:00:00.25,b\n00:00:01,c\n",
    #"{"time_ms":1,"view":"a","x":[{"y":"]"}]}"# + "\n" + #"{"time_ms":2.5e1,"view":"\u00e9"}"#,
    #"{"a":{},"traceEvents":[{"ph":"X","ts":2.5,"name":"a"},{"ph":"i","ts":1,"name":"b"}]}"#,
    #"[{"ph":"B","ts":2,"name":"a"},{"ph":"E","ts":3},{"ph":"I","ts":1,"name":"b"}]"#,
  ].map { Array($0.utf8) }

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
      let bytes = Mutation.broken(Self.good[number % Self.good.count], &generator)
      let options = Self.options[number / Self.good.count % Self.options.count]
      do {
        let trace = try Recording(bytes: bytes, name: "my.csv", options: options).trace
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
