import Dispatch
import Foundation
import Testing

@testable import BenchHarness

/// Each test in a process of its own: what it locks stays locked until that ends.
@Suite(.timeLimit(.minutes(15))) struct TemporaryFoldersTests {
  /// Each looks for what others left behind while the others make theirs.
  @Test func foldersThatAreMadeAtTheSameTimeStay() async {
    await #expect(processExitsWith: .success) {
      let parent = try TemporaryFolder()
      let url = parent.url
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<100 {
          #expect(throws: Never.self) {
            let folder = try FileManager.makeTemporaryFolder(in: url)
            #expect(FileManager.default.fileExists(atPath: folder.path))
            // Who looks at it just now removes it.
            try? FileManager.default.removeItem(at: folder)
          }
        }
      }
    }
  }

  @Test func folderThatNobodyHoldsIsRemovedByTheNext() async {
    await #expect(processExitsWith: .success) {
      let parent = try TemporaryFolder()
      let folder = parent.url.appendingPathComponent("coalesce-bench-of-one-that-was-killed")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data().write(to: folder.appendingPathComponent("in-use"))
      let own = try FileManager.makeTemporaryFolder(in: parent.url)
      #expect(try parent.names == [own.lastPathComponent])
      #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == ["in-use"])
    }
  }
}
