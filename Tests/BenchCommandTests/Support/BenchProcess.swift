import Foundation
import Testing

/// One run of the built program `bench`, which lies beside the tests.
struct BenchProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// Runs `program`, one of the package or a path; no thread waits for it, and it ends with the test's
  /// time limit.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, program: String = "bench",
    environment: [String: String] = [:], terminal: PseudoTerminal? = nil
  ) async throws -> BenchProcess {
    try await start(
      arguments, in: folder, program: program, environment: environment, terminal: terminal
    ) { _ in }
  }

  /// Runs `program`; `whileRunning` is called with its process once it was started. One that is
  /// `besideAnother` runs while that does, and waits for no slot.
  static func start(
    _ arguments: [String], in folder: TemporaryFolder, program: String = "bench",
    environment: [String: String] = [:], besideAnother: Bool = false,
    terminal: PseudoTerminal? = nil,
    whileRunning: @escaping @Sendable (Process) async throws -> Void
  ) async throws -> BenchProcess {
    let streams = try TemporaryFolder()
    let process = Process()
    process.executableURL = try executable(program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    // A backtrace of a crash takes longer than the test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = try ["output", "errors"].map { try FileHandle(forWritingTo: streams.file($0)) }
    // Foundation holds on to processes, and they to their files: a thousand at the end of all tests.
    defer { files.forEach { try? $0.close() } }
    process.standardOutput = terminal?.end ?? files[0]
    process.standardError = files[1]
    if !besideAnother { await BenchSlots.shared.take() }
    do {
      try await toTheEnd(of: process, whileRunning)
    } catch {
      if !besideAnother { await BenchSlots.shared.giveBack() }
      throw error
    }
    if !besideAnother { await BenchSlots.shared.giveBack() }
    return BenchProcess(
      exitCode: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      output: try terminal?.written() ?? streams.text("output"), errors: try streams.text("errors"))
  }

  /// Repeats a run that measures, into `out`, until one of its trials is not void. Updates from other
  /// threads come too late, and their trial is void, where other programs keep the processors busy;
  /// after a minute of that the test is skipped, or fails where the compiler cannot skip it yet.
  static func measuring(
    in folder: TemporaryFolder, _ run: () async throws -> BenchProcess
  ) async throws -> BenchProcess {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(60) {
      let bench = try await run()
      if bench.exitCode != 3 { return bench }
      try FileManager.default.removeItem(atPath: folder.path("out"))
    }
    #if compiler(>=6.3)
      try Test.cancel("Not checked: other programs kept the processor busy.")
    #else
      throw CancellationError()
    #endif
  }

  /// Runs a script, in which `$BENCH` is the program, to its end or to the first command that fails.
  static func script(_ text: String, in folder: TemporaryFolder) async throws -> BenchProcess {
    try await run(
      ["-euo", "pipefail", "-c", text], in: folder, program: "/bin/bash",
      environment: ["BENCH": executable("bench").path])
  }

  private static func toTheEnd(
    of process: Process, _ whileRunning: @escaping @Sendable (Process) async throws -> Void
  ) async throws {
    try Task.checkCancellation()
    let (ended, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    try await withTaskCancellationHandler {
      try await whileRunning(process)
      for await _ in ended {}
      try Task.checkCancellation()
    } onCancel: {
      process.terminate()
    }
  }

  static func executable(_ program: String) throws -> URL {
    if program.hasPrefix("/") { return URL(fileURLWithPath: program) }
    // Beside the tests' bundle. On macOS a helper of the toolchain runs them, which is told of a file
    // three folders further in.
    let told = CommandLine.arguments.drop { $0 != "--test-bundle-path" }.dropFirst().prefix(1)
    let places = told + [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    let candidates = places.flatMap { place in
      sequence(first: URL(fileURLWithPath: place)) { $0.deletingLastPathComponent() }
        .dropFirst().prefix(4).map { $0.appendingPathComponent(program) }
    }
    return try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "There is no '\(program)' beside the tests; looked for \(candidates.map(\.path)).")
  }
}
