import Testing

@testable import BenchHarness
@testable import BenchReport

/// Workloads with updates at even distances: steady, sparse and slow-reload.
@Suite(.timeLimit(.minutes(15))) struct EvenWorkloadsTests {
  @Test func steadyComesEveryMillisecondOverFiftyRows() throws {
    let plan = try TrialPlan.of("steady:duration=400ms")
    #expect(plan.updates.count == 400)
    #expect(plan.gaps.allSatisfy { $0 == 1_000_000 })
    #expect(Set(plan.updates.row) == Set(0..<50))
  }

  @Test func sparseComesEverySevenTenthsOfASecond() throws {
    let plan = try TrialPlan.of("sparse:duration=10s")
    #expect(plan.updates.count == 14)
    #expect(plan.gaps.allSatisfy { (699_999_999...700_000_001).contains($0) })
  }

  @Test func slowReloadIsDearerThanTheUsualInterval() throws {
    let plan = try TrialPlan.of("slow-reload:duration=1s")
    #expect(plan.costs.reloadNanoseconds == 350_000_000)
    #expect(plan.updates.count == 10)
    #expect(plan.costs.rowChangeNanoseconds == CostModel().rowChangeNanoseconds)
  }
}

@Suite(.timeLimit(.minutes(15))) struct UARTTests {
  /// 115 200 baud, 10 bits a byte, 20 bytes a packet.
  @Test func packetsComeAtTheRateOfTheLine() throws {
    let plan = try TrialPlan.of("uart:duration=1s")
    #expect(plan.updates.count == 115_200 / 10 / 20)
    #expect(plan.gaps.allSatisfy { (1_736_110...1_736_112).contains($0) })
  }

  @Test func everyPacketIsARowOfItsOwn() throws {
    let plan = try TrialPlan.of("uart:duration=50ms")
    #expect(plan.updates.row == Array(0..<28))
    #expect(plan.producers == [.thread])
    #expect(plan.updates.kind.allSatisfy { $0 == .insert })
  }

  @Test(arguments: [(1.0, 2), (1_000, 2_000), (0.5, 1)])
  func rateAndDurationGiveTheCount(rate: Double, expected: Int) throws {
    #expect(try TrialPlan.of("uart:rate=\(rate):duration=2s").updates.count == expected)
  }

  @Test func durationWithoutAPacketMakesAnEmptyPlan() throws {
    #expect(try TrialPlan.of("uart:duration=1ms").updates.count == 0)
    #expect(try TrialPlan.of("uart:duration=0ms").updates.count == 0)
  }

  @Test func firstUpdateComesAfterOneDistance() {
    let updates = PlannedUpdates.even(ratePerSecond: 4, durationNanoseconds: 1_000_000_000) {
      (row: $0, kind: .change)
    }
    #expect(
      updates.intendedNanoseconds == [250_000_000, 500_000_000, 750_000_000, 1_000_000_000])
  }
}

@Suite(.timeLimit(.minutes(15))) struct RapidServiceTests {
  @Test func otherSeedsMakeOtherTimes() throws {
    let plans = try (1...8).map { try TrialPlan.of("rapid-service", seed: $0) }
    #expect(Set(plans.map(\.updates.intendedNanoseconds)).count == 8)
    #expect(Set(plans.map(\.updates.row)).count == 8)
  }

  /// Of a Poisson process: 20 000 expected, standard deviation 141; gaps whose mean is 5 ms and of
  /// which a share of 1/e is longer than that.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func timesAreAPoissonProcess(seed: UInt64) throws {
    let plan = try TrialPlan.of("rapid-service:duration=100s", seed: seed)
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
    let long = Double(plan.gaps.count { $0 > 5_000_000 }) / Double(plan.gaps.count)
    #expect(abs(long - 0.3679) < 5 * 0.0034)
  }

  @Test func rateAndRowsAreAsAskedFor() throws {
    let plan = try TrialPlan.of("rapid-service:rate=2000:rows=5:duration=10s")
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
    #expect(Set(plan.updates.row) == Set(0..<5))
  }

  @Test func timesEndBeforeTheDuration() throws {
    let plan = try TrialPlan.of("rapid-service:duration=900ms")
    #expect(plan.updates.intendedNanoseconds.allSatisfy { $0 < 900_000_000 })
  }
}

@Suite(.timeLimit(.minutes(15))) struct FileEventsTests {
  @Test func recordingHasTheDocumentedLength() throws {
    let plan = try TrialPlan.of("file-events")
    #expect(plan.updates.count == 4_935)
    #expect(plan.updates.intendedNanoseconds.first == 0)
    #expect(abs(plan.duration.milliseconds - 10_600) < 1_000)
    let gaps = plan.gaps.sorted()
    #expect((17_000...19_000).contains(gaps[gaps.count / 2]))
  }

  @Test func recordingHasEveryKindOfChange() throws {
    #expect(Set(try TrialPlan.of("file-events").updates.kind) == [.insert, .change, .delete])
  }

  @Test func speedShortensIt() throws {
    let plan = try TrialPlan.of("file-events:speed=10")
    let original = try TrialPlan.of("file-events")
    #expect(plan.updates.count == original.updates.count)
    #expect(
      abs(plan.duration.milliseconds * 10 - original.duration.milliseconds) < 0.001)
  }
}

@Suite(.timeLimit(.minutes(15))) struct LogStreamTests {
  @Test(arguments: [("build", 463, 22_400.0), ("test", 3_656, 27_200.0)])
  func recordingHasTheDocumentedLength(recording: String, lines: Int, milliseconds: Double) throws {
    let plan = try TrialPlan.of("log-stream:recording=\(recording)")
    #expect(plan.updates.count == lines)
    #expect(abs(plan.duration.milliseconds - milliseconds) < 100)
    #expect(Set(plan.updates.row).count == lines)
  }

  /// A pipe hands over what was written at once.
  @Test(arguments: ["build", "test"])
  func moreThanHalfOfTheLinesComeWithTheOneBefore(recording: String) throws {
    let gaps = try TrialPlan.of("log-stream:recording=\(recording)").gaps
    #expect(gaps.count { $0 == 0 } * 2 > gaps.count)
  }
}
