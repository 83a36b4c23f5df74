import BenchTestSupport
import Testing

@testable import BenchHarness
@testable import BenchRuns

/// A gate clears its output folder only if that holds evidence of an earlier gate.
struct GateFolderTests {
  private static let begun = ["environment.json", "records.jsonl"]
  private let folder = TemporaryFolder()

  /// In a folder without evidence, files with these names belong to the user.
  @Test(arguments: ["baseline", "candidate", "gate.json", "environment.json", "records.jsonl"])
  func folderWithoutEvidenceIsRefused(name: String) throws {
    try folder.file(name, "mine")
    #expect(
      throws: BenchError.badResults(
        file: folder.url.relativePath, line: nil,
        cause: "it holds \(name), which this would overwrite, but no evidence of a gate. "
          + "Give another folder.")
    ) { try GateFolder(folder.url) }
    #expect(try folder.names() == [name] && folder.text(name) == "mine")
  }

  @Test func evidenceOfAnEarlierGateIsCleared() throws {
    _ = try GateFolder(folder.url)
    #expect(try folder.names() == Self.begun)
    let evidence = ["baseline", "candidate", "gate.json", "instructions-base.csv"]
    for name in evidence + ["other"] { try folder.file(name, "old") }
    _ = try GateFolder(folder.url)
    #expect(try folder.names() == (Self.begun + ["other"]).sorted())
  }
}
