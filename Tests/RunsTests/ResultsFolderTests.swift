import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct ResultsFolderTests {
  private static let files = [
    "environment.json", "latency.csv", "strategies.csv", "summary.csv", "trials.csv",
  ]
  private let folder: TemporaryFolder
  private let settings: RunSettings
  private let environment: RunHeader

  init() throws {
    folder = TemporaryFolder()
    settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("uart")])
    environment = RunHeader(settings, time: .virtual, command: ["bench"])
  }

  private func results(_ path: String) throws -> ResultsFolder {
    try ResultsFolder(output: path, name: "run", settings: settings)
  }

  @Test func runWritesOnlyItsFilesAndCreatesFolders() throws {
    let results = try results(folder.path("a/b"))
    let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")).sorted() }
    #expect(try names().isEmpty)
    try folder.file("a/b/notes.txt", "mine")
    try results.write([.made()], header: environment)
    #expect(try names() == (Self.files + ["notes.txt"]).sorted())
  }

  @Test(arguments: ["findings.csv", "events.csv"])
  func folderOfTheUserIsNotRemoved(name: String) throws {
    try folder.blockade(name)
    #expect(throws: BenchError.self) {
      try results(folder.url.path).write([.made()], header: environment)
    }
    #expect(FileManager.default.fileExists(atPath: folder.path("\(name)/child")))
  }

  /// Otherwise, the tables of two runs would be read as one run.
  @Test func partlyWrittenRunCannotBeRead() throws {
    let results = try results(folder.url.path)
    try results.write([.made()], header: environment)
    try FileManager.default.removeItem(atPath: folder.path("summary.csv"))
    try folder.blockade("summary.csv")
    let error = #expect(throws: BenchError.self) {
      try results.write([.made(values: ["deliveries": 2])], header: environment)
    }
    #expect(error?.description.contains(folder.path("summary.csv")) == true)
    #expect(throws: BenchError.self) { try SavedRun.read(folder.url) }
  }
}
