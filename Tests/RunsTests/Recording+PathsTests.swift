import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchRuns

struct RecordingPathsTests {
  private let folder = TemporaryFolder()

  @Test func folderMeansTheRecordingsInIt() throws {
    for name in ["b.csv", "a.csv", ".c.csv", "d.md"] { try folder.file(name) }
    let paths = try Recording.paths(at: [folder.url.path, folder.path("a.csv"), "my.csv"])
    #expect(paths.map { ($0 as NSString).lastPathComponent } == ["a.csv", "b.csv", "my.csv"])
  }

  @Test func folderWithoutRecordingsIsRefused() {
    #expect(throws: BenchError.self) { try Recording.paths(at: [folder.url.path]) }
  }
}
