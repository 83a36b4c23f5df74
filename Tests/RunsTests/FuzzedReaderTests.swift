import BenchTestSupport
import Foundation
import FuzzedReaders
import Testing

@testable import BenchMath

/// A file reader must read any input or refuse it with a message. `Scripts/dev/fuzz` searches for inputs that reach new
/// code; these tests read its finds and break them at random.
struct FuzzedReaderTests {
  @Test func eachReaderHasSavedInputs() throws {
    #expect(try FuzzedReader.corpora.get().keys.sorted() == FuzzedReader.all.map(\.name).sorted())
  }

  @Test(arguments: FuzzedReader.all.map(\.name))
  func savedAndBrokenInputsAreReadOrRefused(name: String) throws {
    let reader = try #require(FuzzedReader.all.first { $0.name == name })
    let folder = TemporaryFolder()
    let problem = try reader.reading(in: folder.url)
    let corpus = try reader.corpus
    #expect(!corpus.isEmpty)
    for input in corpus {
      #expect(try problem(input.data) == nil, "\(name)/\(input.name)")
    }
    var generator = SeededGenerator(seed: 1)
    for number in 0..<1_000 {
      let good = [UInt8](corpus[number % corpus.count].data)
      let input = Data(Mutation.broken(good, &generator))
      #expect(try problem(input) == nil, "\(input.base64EncodedString())")
    }
  }
}
