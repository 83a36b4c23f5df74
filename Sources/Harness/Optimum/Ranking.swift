/// Which of a fixed number of views has the highest rank: a tree of matches, O(log n) a change.
struct Ranking {
  private var ranks: [Double?]
  /// The winner of each match; those of 2i and 2i + 1 meet in match i, and match 1 is the last.
  private var winners: [Int]
  private let size: Int

  /// No view has a rank at first.
  init(count: Int) {
    var size = 1
    while size < count { size *= 2 }
    self.size = size
    ranks = Array(repeating: nil, count: size)
    winners = Array(repeating: 0, count: size) + Array(0..<size)
    for match in stride(from: size - 1, to: 0, by: -1) { winners[match] = winners[2 * match] }
  }

  /// The view with the highest rank; nil where none has one.
  var first: Int? {
    let winner = winners[1]
    return ranks[winner] == nil ? nil : winner
  }

  /// Gives the view a rank, or, with nil, takes it away.
  mutating func set(_ rank: Double?, of view: Int) {
    ranks[view] = rank
    var match = (size + view) / 2
    while match > 0 {
      let (left, right) = (winners[2 * match], winners[2 * match + 1])
      winners[match] = (ranks[right] ?? -.infinity) > (ranks[left] ?? -.infinity) ? right : left
      match /= 2
    }
  }
}
