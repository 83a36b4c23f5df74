@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport
@testable import BenchVerify

/// What becomes of a child process that ends during a stage: shell scripts play the child.
@Suite(.timeLimit(.minutes(15))) struct VerificationProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let stages: [VerificationStage] = [
    .search([.order]), .search([.finalState]), .load,
  ]

  /// Runs a script that writes `answers` and then does what `end` says.
  private func report(
    _ answers: [VerificationJob.Answer], then end: String, deadline: Duration = .seconds(300)
  ) async throws -> VerificationProcess.Report {
    let written = folder.path("written")
    try Journal(URL(fileURLWithPath: written)).begin(answers)
    let path = try folder.file("child", "#!/bin/sh\ncp '\(written)' \"$6\"\n\(end)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return try await VerificationProcess(
      executable: path, folder: folder.url, deadline: deadline, memoryLimitBytes: .max
    ).run(
      VerificationJob(
        strategy: "s", stages: Self.stages, seeds: [1], schedules: 1,
        patienceNanoseconds: 1_000_000_000))
  }

  private let passed = PromiseResult(promise: .order, verdict: .pass)
  private var firstStage: [VerificationJob.Answer] {
    [.began(Self.stages[0]), .ended(Self.stages[0], results: [passed])]
  }

  @Test func resultsOfAllStagesAreTakenOver() async throws {
    let report = try await report(
      firstStage
        + Self.stages.dropFirst().flatMap { [.began($0), .ended($0, results: [passed])] },
      then: "exit 0")
    #expect(report.done == Self.stages && !report.hasWaited)
    #expect(report.results == [passed, passed, passed])
  }

  @Test func crashIsPutDownToItsStage() async throws {
    let report = try await report(
      firstStage + [.began(Self.stages[1])], then: "kill -ILL $$")
    #expect(report.done == Array(Self.stages.prefix(2)) && !report.hasWaited)
    #expect(report.results.map(\.promise) == [.order, .finalState, .survives])
    #expect(report.results.map(\.verdict) == [.pass, .interrupted, .fail])
    #expect(
      report.results[2].detail
        == "the process ended by signal 4 (Illegal instruction) "
        + "while looking for a broken 'final-state'")
  }

  @Test func hangIsPutDownToItsStage() async throws {
    let report = try await report([.began(Self.stages[2])], then: "sleep 60", deadline: .seconds(1))
    #expect(report.results.last?.promise == .terminates)
    #expect(report.results.last?.verdict == .fail)
    #expect(report.results.last?.time == .real)
    #expect(report.results.dropLast().allSatisfy { $0.verdict == .interrupted })
    #expect(report.results.count == 6 && report.hasWaited)
  }

  @Test func childThatGaveUpHasHung() async throws {
    let report = try await report(
      [.began(Self.stages[0]), .hung(Self.stages[0])], then: "exit 1")
    #expect(report.results.map(\.promise) == [.order, .terminates] && report.hasWaited)
    #expect(report.results[1].detail == "the process hung while looking for a broken 'order'")
  }

  @Test func exitWithoutAnEndOfItsStageIsACrash() async throws {
    let report = try await report([.began(Self.stages[0])], then: "exit 0")
    #expect(report.results.last?.promise == .survives)
    #expect(report.results.last?.detail.hasPrefix("the process exited by itself") == true)
  }

  /// What a second look at the stage makes of a first one.
  private func held(_ first: PromiseResult, against second: PromiseResult) -> [PromiseVerdict] {
    VerificationProcess.Found(stage: .load, results: [first])
      .held(against: VerificationProcess.Found(stage: .load, results: [second]), [.order: "known"])
      .results.map(\.verdict)
  }

  @Test func whatIsSeenInRealTimeCountsWhereASecondLookSeesIt() {
    let lost = PromiseResult(promise: .nothingLost, verdict: .fail, time: .real)
    let wrong = PromiseResult(promise: .finalState, verdict: .fail, time: .real)
    #expect(held(lost, against: lost) == [.fail])
    #expect(held(lost, against: wrong) == [.fail])
    #expect(held(lost, against: passed) == [.pass, .unconfirmed])
    let known = PromiseResult(promise: .order, verdict: .fail, time: .real)
    #expect(held(lost, against: known) == [.fail, .unconfirmed])
  }

  @Test func crashAndScheduleNeedNoSecondLook() {
    let found = [
      PromiseResult(promise: .survives, verdict: .fail, time: .real),
      PromiseResult(promise: .nothingLost, verdict: .fail, seed: 1, schedule: ["0s  main: submit"]),
      PromiseResult(promise: .order, verdict: .fail, time: .real),
      PromiseResult(promise: .terminates, verdict: .fail, detail: "the process hung"),
    ]
    let doubts = VerificationProcess.Found(stage: .load, results: found).doubts([.order: "known"])
    #expect(doubts.map(\.promise) == [.terminates])
  }

  @Test func childThatBeginsNothingIsAnError() async throws {
    await #expect(throws: BenchError.self) { try await report([], then: "exit 64") }
    await #expect(throws: BenchError.self) { try await report(firstStage, then: "exit 0") }
  }
}

extension VerificationProcess.Report {
  fileprivate var done: [VerificationStage] { found.map(\.stage) }
  fileprivate var results: [PromiseResult] { found.flatMap(\.results) }
}
