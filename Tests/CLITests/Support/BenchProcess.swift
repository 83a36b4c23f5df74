import BenchTestSupport
import Foundation
import Testing

/// One run of the built program `bench`, which is in the folder of the tests.
struct BenchProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// Runs `program`, a program of this package or a path, with a command as one would type it; `more` are arguments
  /// that may have spaces. Expects the exit code `code`; nil allows any. Blocks no thread, and ends the program at the
  /// test's time limit.
  @discardableResult
  static func run(
    _ command: String, _ more: [String] = [], in folder: TemporaryFolder, program: String = "bench",
    environment: [String: String] = [:], terminal: PseudoTerminal? = nil, exits code: Int32? = 0
  ) async throws -> BenchProcess {
    let bench = try await start(
      command, more, in: folder, program: program, environment: environment, terminal: terminal
    ) { _ in }
    if let code {
      #expect(bench.exitCode == code, "\(program) \(command): \(bench.output)\(bench.errors)")
    }
    return bench
  }

  /// Runs `program`, and calls `whileRunning` with its process once it has started. With `besideAnother`, it takes no
  /// slot, so that it can run during another one.
  static func start(
    _ command: String, _ more: [String] = [], in folder: TemporaryFolder, program: String = "bench",
    environment: [String: String] = [:], besideAnother: Bool = false,
    terminal: PseudoTerminal? = nil,
    whileRunning: @escaping @Sendable (Process) async throws -> Void
  ) async throws -> BenchProcess {
    let streams = TemporaryFolder()
    let process = Process()
    process.executableURL = try executable(program)
    process.arguments = command.split(separator: " ").map(String.init) + more
    process.currentDirectoryURL = folder.url
    // Making a backtrace would take longer than the test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = try ["output", "errors"].map { try FileHandle(forWritingTo: streams.file($0)) }
    // Closed here, because Foundation keeps processes and their files: a thousand by the end of all tests.
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

  /// Repeats a measuring run, which writes to `out`, until one of its trials is not discarded. If other programs keep
  /// the processors busy, updates come too late and their trials are discarded. After a minute, skips the test, or
  /// fails it if the compiler cannot skip tests yet.
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

  /// Runs a script up to its first failing command; `$BENCH` is the program.
  @discardableResult
  static func script(
    _ text: String, in folder: TemporaryFolder, exits code: Int32? = 0
  ) async throws -> BenchProcess {
    try await run(
      "-euo pipefail -c", [text], in: folder, program: "/bin/bash",
      environment: ["BENCH": executable("bench").path], exits: code)
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
    // The program is beside the tests' bundle. On macOS, a helper of the toolchain runs the tests, and its argument is
    // a file three folders deeper.
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
