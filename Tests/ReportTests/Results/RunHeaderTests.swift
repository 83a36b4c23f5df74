import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

struct RunHeaderTests {
  private let settings: RunSettings

  init() throws {
    settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("uart")], seed: 5)
  }

  private func keys(_ environment: RunHeader) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: Data(environment.json().utf8))
    return Set(try #require(object as? [String: Any]).keys)
  }

  @Test func virtualTimeHeaderIsReproducible() throws {
    let environment = RunHeader(settings, time: .virtual, command: ["bench"])
    #expect(
      try keys(environment) == [
        "schema", "command", "time", "seed", "costs", "toolchain", "isOptimised",
        "hopNanoseconds", "strategies", "workloads", "trials", "pin", "countsAllocations",
        "recordsEvents",
      ])
    let again = RunHeader(settings, time: .virtual, command: ["bench"])
    #expect(try environment.json() == again.json())
  }

  @Test(arguments: [99, 2, 0, -1])
  func headerWithAnotherSchemaIsRefused(schema: Int) throws {
    var header = RunHeader(settings, time: .virtual, command: ["bench"])
    header.schema = schema
    let data = Data(try header.json().utf8)
    let error = #expect(throws: BenchError.self) { try RunHeader(data, file: "f") }
    #expect(error?.description.contains("it has schema \(schema);") == true)
  }

  @Test func resumedRunKeepsItsEarlierHeaderValues() {
    var earlier = RunHeader(settings, time: .real, command: ["bench"])
    earlier.date = Date(timeIntervalSince1970: 1_000)
    earlier.load = 7
    earlier.warnings = ["one core is busy"]
    var environment = RunHeader(settings, time: .real, command: ["bench"])
    environment.warnings = ["one core is busy", "the clock is slow"]
    environment.goOn(from: earlier)
    #expect(environment.date == earlier.date)
    #expect(environment.load == 7)
    #expect(environment.warnings == ["one core is busy", "the clock is slow"])
  }
}
