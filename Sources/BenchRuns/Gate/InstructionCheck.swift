import BenchHarness
import Foundation

/// Compares the instructions that two builds of `bench` execute for each strategy, counted by valgrind.
package enum InstructionCheck {
  static let submission = "instructions_per_submission"
  static let cycle = "instructions_per_cycle"

  /// Why instructions cannot be counted here, with a remedy if `apt-get` is available; nil if they can.
  package static let obstacle: String? = [("valgrind", "valgrind"), ("strip", "binutils")]
    .first { tool, _ in path(of: tool) == nil }
    .map { tool, package in
      let advice = path(of: "apt-get") == nil ? "" : ": apt-get install \(package)"
      return "\(tool) is not installed\(advice)"
    }

  static func result(before: ExactTable?, after: ExactTable, noBase: String) -> CheckResult {
    let metrics = [submission, cycle]
    let comparison = ExactComparison(
      check: .instructions, before: before ?? ExactTable(metrics: metrics), after: after)
    let (findings, new) = (comparison.findings, comparison.newTrials)
    guard before != nil else {
      return CheckResult(
        findings: findings.filter { $0.metric != nil || $0.verdict == .failed },
        notChecked: ["instructions: counted, but not compared: \(noBase)"])
    }
    return CheckResult(
      findings: findings,
      notChecked: new > 0 ? ["instructions: strategies that the base lacks: \(new)"] : [])
  }

  /// `totals` are the instruction counts of all submissions and of one cycle. A strategy that lacks either has failed.
  static func table(_ counts: [(key: String, totals: [Int])]) -> ExactTable {
    var table = ExactTable(metrics: [submission, cycle])
    for (key, totals) in counts {
      let cell = Cell(key, "\(InstructionJob.updates) updates")
      guard totals.count == 2 else {
        let text = "crashed while its instructions were counted"
        table.add(Fault(verdict: .failed, text: text), to: cell)
        continue
      }
      let values = [
        submission: Double(totals[0]) / Double(InstructionJob.updates), cycle: Double(totals[1]),
      ]
      table.add(values, .ok, to: .init(cell: cell, seed: 1), places: 3)
    }
    return table
  }

  /// The difference to ignore: 3 % for a cycle; for a submission, 1 instruction, or 0.5 % if it takes over 1,000.
  /// Such long submissions allocate and call generic code of other modules. Renaming all modules of the bench changed
  /// four of their counts, by at most 0.11 %, and cycles by 0.4 %.
  static func allowed(_ metric: String, _ old: Double) -> Double {
    metric == cycle ? 0.03 * old : old > 1_000 ? 0.005 * old : 1
  }

  private static func path(of tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Counts the instructions of base, then of the candidate, and compares them. Runs copies without debug
  /// information, which valgrind cannot read, at paths of equal length, because the length affects the counts.
  package static func run(
    _ suite: ExactSuite, _ gate: Gate, onAdvance: @Sendable (Advance) -> Void
  ) async throws -> CheckResult {
    func table(_ side: TrialPlace.Side, _ executable: String?) async throws -> ExactTable? {
      guard let executable else { return nil }
      onAdvance(Advance("instructions of \(side.rawValue)", done: side == .base ? 0 : 1, of: 2))
      let job = InstructionJob(strategies: suite.strategies)
      let table = try await counts(job, side, executable, gate)
      let file = gate.folder.appendingPathComponent("instructions-\(side.rawValue).csv")
      try table?.csv.write(whole: file)
      return table
    }
    let before = try await table(.base, gate.base)
    guard let after = try await table(.candidate, gate.candidate) else {
      throw BenchError.cannotCheck(what: "instructions", cause: "this build cannot count them.")
    }
    return result(
      before: before, after: after,
      noBase: gate.base.map { "\($0) cannot count them" } ?? "--against was not given")
  }

  /// The build's counts; nil if it does not know the job.
  private static func counts(
    _ job: InstructionJob, _ side: TrialPlace.Side, _ executable: String, _ gate: Gate
  ) async throws -> ExactTable? {
    let work = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: work) }
    func file(_ name: String) -> URL { work.appendingPathComponent(name) }
    func text(_ name: String) -> String {
      FileManager.default.contents(atPath: file(name).path)
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    func child(_ tool: String) -> ChildProcess {
      ChildProcess(
        executable: path(of: tool) ?? tool, deadline: gate.deadline ?? .seconds(300),
        memoryLimitBytes: gate.memoryLimitBytes)
    }
    let stripped = try await child("strip").run(["-g", "-o", file("bench").path, executable])
    if let words = stripped.words {
      throw BenchError.cannotCheck(
        what: executable, cause: "copying it failed: 'strip' \(words).")
    }
    let valgrind = child("valgrind")
    let (ending, counted) = try await valgrind.run(
      job, request: file("request"), response: file("counted"),
      // Otherwise, each process would seed its hashes differently.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
      behind: [
        // No debugger server: its pipes would stay in the temporary folder after an interrupt.
        "--tool=callgrind", "--vgdb=no",
        "--callgrind-out-file=\(file("counts").path).%p", "--combine-dumps=yes",
        "--zero-before=cplatform_counting_begins", "--dump-before=cplatform_counting_ends",
        "--log-file=\(file("log").path)", file("bench").path,
      ])
    if case .exited(64) = ending { return nil }
    let counts = counted.map { counted in
      let totals = Int32(counted.process).map { CallgrindFile(text("counts.\($0)")).regions }
      return (key: counted.strategy, totals: (totals ?? []).filter { $0 > 0 })
    }
    guard case .exited(0) = ending, counts.contains(where: { $0.totals.count == 2 }) else {
      throw BenchError.cannotCheck(
        what: "the \(side.rawValue)'s instructions of \(counts.last?.key ?? "any strategy")",
        cause: "the process \(valgrind.words(ending)). The last line of valgrind's log: "
          + "\(text("log").split(separator: "\n").last ?? "nothing")")
    }
    return table(counts)
  }
}

/// The counts in an output file of callgrind. Source: https://valgrind.org/docs/manual/cl-format.html
struct CallgrindFile {
  /// The instruction counts of the regions that end with a dump, in order, less those of comparing generic types.
  private(set) var regions: [Int] = []

  init(_ text: String) {
    // The file has each function's name only once; after that, only its number.
    var (lookups, function) = (Set<Substring>(), Substring())
    var (isRegion, isOfCall, spent) = (false, false, 0)
    func name(_ line: Substring) -> Substring {
      let number = line.drop { $0 != "(" }.prefix { $0 != " " }
      if Self.looksUp(line) { lookups.insert(number) }
      return number
    }
    for line in text.split(separator: "\n") {
      if let first = line.first, first.isNumber || "+-*".contains(first) {
        // A cost line's second field counts instructions. The line after `calls=` repeats the callee's cost.
        if !isOfCall, lookups.contains(function) {
          spent += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
        isOfCall = false
      } else if line.hasPrefix("fn=") {
        function = name(line)
      } else if line.hasPrefix("cfn=") {
        _ = name(line)
      } else if line.hasPrefix("calls=") {
        isOfCall = true
      } else if line.hasPrefix("desc: Trigger: ") {
        (isRegion, spent) = (line.contains("--dump-before="), 0)
      } else if isRegion, line.hasPrefix("totals: "), let total = Int(line.dropFirst(8)) {
        regions.append(total - spent)
      }
    }
  }

  /// Whether `function` compares a generic type with those in the Swift runtime's hash table. The number of
  /// comparisons depends on addresses, so it differs between builds of the same code. The rest of a lookup is counted.
  private static func looksUp(_ function: Substring) -> Bool {
    function.contains("MetadataCacheKey::operator==")
      || function.contains("::find<swift::MetadataCacheKey>")
  }
}
