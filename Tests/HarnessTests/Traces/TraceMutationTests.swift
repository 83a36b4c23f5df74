import Testing

@testable import Harness

/// A good trace, broken at random in ten thousand ways: it is read or refused, and never crashes.
@Suite struct TraceMutationTests {
  private static let good = Array(
    "time_ms,view,row,kind\n1,a,x,insert\n2.5,b,\"y,z\",change\n\n3e1,a,\"x\ny\",delete\n".utf8)

  /// Bytes that mean something to one of the layers that read them.
  private static let special = Array("\",\n\r;\t-+.eEinfa0129 \u{FEFF}\u{0}\u{2028}é".utf8)

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

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let position = Int.random(in: 0...bytes.count, using: &generator)
    let byte =
      Bool.random(using: &generator)
      ? UInt8.random(in: 0...255, using: &generator)
      : Self.special.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.insert(byte, at: position)
    case 1 where position < bytes.count: bytes[position] = byte
    case 2 where position < bytes.count: bytes.remove(at: position)
    case 3: bytes.removeLast(bytes.count - position)
    default: bytes.insert(contentsOf: bytes[..<position].suffix(20), at: position)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func brokenTraceIsReadOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    for number in 0..<500 {
      var bytes = Self.good
      for _ in 0...Int.random(in: 0...4, using: &generator) { mutate(&bytes, &generator) }
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
    #expect((1..<500).contains(read), "The mutations break all traces, or none.")
  }
}
