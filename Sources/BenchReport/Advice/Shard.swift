import BenchHarness

/// Every nth recording, for one of several machines.
package struct Shard: Codable, Sendable, Equatable {
  package let number: Int
  package let count: Int

  /// Nil unless 1 ≤ number ≤ count ≤ 10 000.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count, count <= 10_000 else { return nil }
    self.number = number
    self.count = count
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let (number, count) = (
      try keys.decode(Int.self, forKey: .number), try keys.decode(Int.self, forKey: .count)
    )
    guard let shard = Shard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: keys, debugDescription: "there is no part \(number)/\(count)")
    }
    self = shard
  }

  package func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}

extension Shard {
  static func checkComplete(_ shards: [Shard]) throws {
    let (numbers, count) = (shards.map(\.number), shards[0].count)
    if let twice = numbers.first(where: { number in numbers.count { $0 == number } > 1 }) {
      throw BenchError.cannotMerge(cause: "part \(twice)/\(count) is given twice.")
    }
    let absent = (1...count).filter { !numbers.contains($0) }
    guard absent.isEmpty else {
      throw BenchError.cannotMerge(
        cause: "of \(count) parts, \(absent.map(String.init).joined(separator: ", "))"
          + " \(absent.count == 1 ? "is" : "are") missing.")
    }
  }
}
