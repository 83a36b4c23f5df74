@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct ResultsFolderTests {
  private static let files = ([ResultsExport].standard.map(\.file) + ["environment.json"]).sorted()
  private let folder: TemporaryFolder
  private let settings: RunSettings
  private let environment: RunHeader

  init() throws {
    folder = try TemporaryFolder()
    settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("uart")])
    environment = RunHeader(settings, time: .virtual, command: ["bench"])
  }

  private func results(_ path: String) throws -> ResultsFolder {
    try ResultsFolder(output: path, name: "run", date: Date(), settings: settings)
  }

  /// What is in the folder but for the lock, which is there as long as this process is.
  private var written: [String] {
    get throws { try folder.names.filter { $0 != FolderClaim.file } }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func outputIsTheFolderItself() throws {
    try results(folder.url.path).write([.made()], header: environment)
    #expect(try written == Self.files)
  }

  @Test func foldersOnTheWayAreMade() throws {
    let path = folder.path("a/b/c")
    try results(path).write([.made()], header: environment)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        == [FolderClaim.file] + Self.files)
  }

  @Test func folderIsEmptyUntilSomethingIsWritten() throws {
    _ = try results(folder.url.path)
    #expect(try written.isEmpty)
  }

  @Test func otherFilesInTheFolderAreLeftAlone() throws {
    _ = try folder.file("notes.txt", "mine")
    try results(folder.url.path).write([.made()], header: environment)
    #expect(try text(folder.path("notes.txt")) == "mine")
  }

  /// A second name of the old file still shows the old table, as it would not if the file had been
  /// emptied and filled again; so nobody ever sees half of one. What strategies are is the same each time.
  @Test(arguments: files.filter { $0 != "strategies.csv" })
  func fileIsReplacedAsAWhole(name: String) throws {
    let results = try results(folder.url.path)
    try results.write([.made()], header: environment)
    let before = try text(folder.path(name))
    try FileManager.default.linkItem(
      atPath: folder.path(name), toPath: folder.path("second-name"))
    let records = [1, 2].map {
      Trial.made(
        trial: $0, values: ["deliveries": 2],
        latencies: [LatencyCount(nanoseconds: 5, count: 30)])
    }
    let other = RunHeader(settings, time: .virtual, command: ["bench", "again"])
    try results.write(records, header: other)
    #expect(try text(folder.path("second-name")) == before)
    #expect(try text(folder.path(name)) != before)
    #expect(try written == (Self.files + ["second-name"]).sorted())
  }

  @Test(arguments: ["findings.csv", "events.csv"])
  func folderOfTheUsersIsNotRemoved(name: String) throws {
    let own = folder.path("\(name)/own")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    #expect(throws: BenchError.self) {
      try results(folder.url.path).write([.made()], header: environment)
    }
    #expect(FileManager.default.fileExists(atPath: own))
  }

  @Test func pathBelowAFileCannotBeWritten() throws {
    let path = try folder.file("file", "") + "/results"
    let error = #expect(throws: BenchError.self) { _ = try results(path) }
    guard case .cannotWrite(let named, let cause) = error else {
      Issue.record("not a failure to write: \(String(describing: error))")
      return
    }
    #expect(named == path)
    #expect(!cause.isEmpty)
  }

  @Test func pathOfAFileCannotBeWritten() throws {
    let path = try folder.file("file", "mine")
    #expect(throws: BenchError.self) { _ = try results(path) }
    #expect(try text(path) == "mine")
  }

  @Test func fileThatCannotBeWrittenIsNamed() throws {
    let results = try results(folder.url.path)
    try FileManager.default.createDirectory(
      atPath: folder.path("summary.csv/child"), withIntermediateDirectories: true)
    let error = #expect(throws: BenchError.self) {
      try results.write([.made()], header: environment)
    }
    guard case .cannotWrite(let path, _) = error else {
      Issue.record("not a failure to write: \(String(describing: error))")
      return
    }
    #expect(path == folder.path("summary.csv"))
  }

  /// Tables of two runs beside the environment of one would be read as a run.
  @Test func tablesOfARunThatCouldNotBeWrittenWholeHaveNoEnvironment() throws {
    let results = try ResultsFolder(
      output: folder.url.path, name: "simulate", date: Date(), settings: settings)
    try results.write([.made()], header: environment)
    try FileManager.default.removeItem(atPath: folder.path("summary.csv"))
    try FileManager.default.createDirectory(
      atPath: folder.path("summary.csv/child"), withIntermediateDirectories: true)
    #expect(throws: BenchError.self) {
      try results.write([.made(values: ["deliveries": 2])], header: environment)
    }
    #expect(throws: BenchError.self) { _ = try SavedRun(folder.url) }
  }

  /// What cannot be resumed is not said to be.
  @Test(arguments: [false, true])
  func resumingIsAdvisedWhereThereIsSomethingToResume(hasTrial: Bool) throws {
    let results = try results(folder.url.path)
    if hasTrial { try results.begin([.made()], header: environment) }
    try? FileManager.default.removeItem(atPath: folder.path("summary.csv"))
    try FileManager.default.createDirectory(
      atPath: folder.path("summary.csv/child"), withIntermediateDirectories: true)
    let error = #expect(throws: BenchError.self) {
      try results.begin(hasTrial ? [.made()] : [], header: environment)
    }
    #expect(String(describing: error).contains("--resume") == hasTrial)
  }
}
