/// One part of a run that is split over machines: every nth workload, with all strategies, so
/// that what is compared ran on one machine.
package struct Shard: Codable, Sendable, Equatable {
  package let number: Int
  package let count: Int

  /// Part `number` of `count`; nil unless 1 ≤ number ≤ count ≤ 10 000.
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

  /// Its part of `items`, in their order.
  package func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
