/// One part of a run that is split over machines: every so-manieth workload, with all strategies, so
/// that what is compared ran on one machine.
public struct Shard: Codable, Sendable, Equatable {
  /// Which part, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Part `number` of `count`; nil unless 1 ≤ number ≤ count.
  public init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// Its part of `items`, in their order.
  func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}

extension Shard: CustomStringConvertible {
  /// As in 2/4.
  public var description: String { "\(number)/\(count)" }
}
