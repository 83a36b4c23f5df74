import BenchHarness
import Foundation

/// One machine's share of the workloads. Of three machines, the second takes every third workload, from the second on.
package struct Shard: Codable, Sendable, Equatable, CustomStringConvertible {
  package let number: Int
  package let count: Int

  package var description: String { "\(number)/\(count)" }

  package init?(_ number: Int, of count: Int) {
    (self.number, self.count) = (number, count)
    if !isValid { return nil }
  }

  /// False only after decoding.
  var isValid: Bool { number >= 1 && number <= count && count <= 10_000 }

  package func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }

  static func checkComplete(_ shards: [Shard]) throws {
    let (numbers, count) = (shards.map(\.number), shards[0].count)
    if let twice = numbers.first(where: { number in numbers.count { $0 == number } > 1 }) {
      throw BenchError.cannotMerge(cause: "part \(twice)/\(count) is given twice.")
    }
    let absent = (1...count).filter { !numbers.contains($0) }
    guard absent.isEmpty else {
      throw BenchError.cannotMerge(
        cause: "missing \(absent.count == 1 ? "part" : "parts") "
          + "\(absent.map(String.init).joined(separator: ", ")) of \(count).")
    }
  }
}

extension BenchError {
  /// Refuses to merge folders if any differs from the first; `differences` takes a folder's place.
  package static func checkMerging(
    _ folders: [URL], differences: (_ place: Int) -> [String]
  ) throws {
    for (place, folder) in folders.enumerated() {
      let differences = differences(place)
      guard !differences.isEmpty else { continue }
      throw BenchError.cannotMerge(
        cause: "\(folders[0].relativePath) and \(folder.relativePath) differ in "
          + "\(differences.joined(separator: ", ")).")
    }
  }
}
