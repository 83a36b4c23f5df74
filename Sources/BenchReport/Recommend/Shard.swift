import BenchHarness

/// One machine's share of the workloads. Of three machines, the second takes every third workload, from the second on.
package struct Shard: Codable, Sendable, Equatable, CustomStringConvertible {
  package let number: Int
  package let count: Int

  package var description: String { "\(number)/\(count)" }

  /// Nil unless 1 ≤ number ≤ count ≤ 10,000.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count, count <= 10_000 else { return nil }
    (self.number, self.count) = (number, count)
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let number = try keys.decode(Int.self, forKey: .number)
    let count = try keys.decode(Int.self, forKey: .count)
    guard let shard = Shard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: keys, debugDescription: "there is no part \(number)/\(count)")
    }
    self = shard
  }

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
