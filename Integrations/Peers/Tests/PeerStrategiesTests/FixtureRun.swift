import Foundation

/// The outcome of a script that a strategy ran on a real main thread, in a process of its own. `RealStage` explains
/// scripts.
struct FixtureRun: Sendable {
  /// One line of the report.
  struct Line: Sendable {
    /// "shown", "nested" or "off-main" for a delivery; otherwise "pending" or "end".
    let what: String
    /// Milliseconds since the script's start.
    let time: Double
    /// The number of updates that the delivery showed, that were pending, or that were submitted in all.
    let value: Int
  }

  enum Ending: Sendable, Equatable {
    /// The process exited with this code.
    case exit(Int32)
    /// This signal ended the process.
    case signal(Int32)
    /// The process was killed after `patience`.
    case hang
  }

  let ending: Ending
  let lines: [Line]

  /// The correct deliveries: on the main thread, and not inside another one.
  var shown: [Line] { lines.filter { $0.what == "shown" } }
  /// The number of updates that each correct delivery showed, in order.
  var shownValues: [Int] { shown.map(\.value) }
  /// The number of pending updates, each time the script asked for it.
  var pending: [Int] { lines.filter { $0.what == "pending" }.map(\.value) }
  /// Deliveries inside another one or off the main thread.
  var misplaced: [Line] { lines.filter { ["nested", "off-main"].contains($0.what) } }
  /// How many updates were submitted.
  var model: Int? { lines.last { $0.what == "end" }?.value }
  /// Whether the last delivery showed the newest model and the process exited with 0.
  var endsUpToDate: Bool { ending == .exit(0) && shown.last?.value == model }

  /// Runs `script` on `strategy`. The first delivery takes the action `inside`, each delivery blocks the main thread
  /// for `reload` ms, and the process is killed after `patience`.
  static func play(
    _ script: String, on strategy: String, inside: String = "", reload: Int = 0,
    patience: Duration = .seconds(60)
  ) async throws -> FixtureRun {
    let process = Process()
    process.executableURL = try executable()
    process.arguments = [strategy, script, inside, "\(reload)"]
    // Making a backtrace would take longer than the test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardOutput = try FileHandle(forWritingTo: file)
    let hung = try await run(process, patience: patience)
    let report = try String(contentsOf: file, encoding: .utf8)
    return FixtureRun(ending: hung ? .hang : ending(of: process), lines: lines(of: report))
  }

  /// Returns whether the process had to be killed.
  private static func run(_ process: Process, patience: Duration) async throws -> Bool {
    let (ended, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let processID = process.processIdentifier
    let watch = Task {
      try await Task.sleep(for: patience)
      kill(processID, SIGKILL)
    }
    for await _ in ended {}
    watch.cancel()
    return if case .success = await watch.result { true } else { false }
  }

  private static func ending(of process: Process) -> Ending {
    process.terminationReason == .exit
      ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
  }

  private static func lines(of report: String) -> [Line] {
    report.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let time = Double(words[1]), let value = Int(words[2]) else {
        return nil
      }
      return Line(what: String(words[0]), time: time, value: value)
    }
  }

  /// The fixture is beside the tests' bundle. On macOS, a helper of the toolchain runs the tests, and its argument is a
  /// file three folders deeper.
  private static func executable() throws -> URL {
    let told = CommandLine.arguments.drop { $0 != "--test-bundle-path" }.dropFirst().prefix(1)
    let places = told + [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    let candidates = places.flatMap { place in
      sequence(first: URL(fileURLWithPath: place)) { $0.deletingLastPathComponent() }
        .dropFirst().prefix(4).map { $0.appendingPathComponent("PeerFixture") }
    }
    let manager = FileManager.default
    guard let found = candidates.first(where: { manager.isExecutableFile(atPath: $0.path) })
    else { throw CocoaError(.fileNoSuchFile) }
    return found
  }
}
