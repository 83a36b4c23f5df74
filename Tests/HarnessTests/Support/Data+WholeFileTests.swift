import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

/// Files after failed and successful writes. Scripts/dev/faults shows that no failure goes unnoticed.
struct WholeFileTests {
  private let folder = TemporaryFolder()

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func writtenFileIsReadBack(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try data.write(whole: url("file"))
    #expect(try Data(whole: url("file")) == data)
    try data.append(to: url("file"))
    #expect(try Data(whole: url("file")) == data + data)
    #expect(try folder.names() == ["file"])
  }

  @Test func replacedFileKeepsItsPermissions() throws {
    try Data("old".utf8).write(whole: url("file"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("file"))
    try FileManager.default.linkItem(at: url("file"), to: url("second-name"))
    try Data("new".utf8).write(whole: url("file"))
    #expect(try folder.text("file") == "new" && folder.text("second-name") == "old")
    let rights = try FileManager.default.attributesOfItem(atPath: folder.path("file"))
    #expect(rights[.posixPermissions] as? Int == 0o640)
  }

  @Test func failedWriteLeavesNoOtherFile() throws {
    try folder.blockade("file")
    let new = Data("new".utf8)
    let error = #expect(throws: (any Error).self) { try new.write(whole: url("file")) }
    #expect(error?.fileCause == "is a directory")
    #expect(try folder.names() == ["file"])
  }

  @Test func appendingDoesNotCreateAFile() throws {
    let error = #expect(throws: (any Error).self) { try Data("a".utf8).append(to: url("file")) }
    #expect(error?.isMissingFile == true && error?.fileCause == "no such file or folder")
    #expect(try folder.names().isEmpty)
  }

  @Test func unreadableFileIsAUsageError() throws {
    try folder.blockade("file")
    let causes = ["nowhere": "not found.", "file": "it cannot be read: is a directory."]
    for (name, cause) in causes {
      let expected = BenchError.badResults(file: folder.path(name), line: nil, cause: cause)
      #expect(throws: expected) { _ = try Data(results: url(name)) }
    }
  }

  /// Errors thrown by Foundation also have a cause.
  @Test func foundationErrorsAlsoHaveACause() throws {
    try folder.blockade("file")
    let error = #expect(throws: (any Error).self) { try Data(contentsOf: url("file")) }
    #expect(error?.fileCause == "is a directory")
  }
}
