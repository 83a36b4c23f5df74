import Coalesce

/// Changes that may cancel each other out, such as a row's insertion and its deletion.
struct Difference: Divisible {
  var number: Int
  var updateCount: Int { abs(number) }

  mutating func merge(_ newer: Difference) { number += newer.number }

  mutating func removeFirst(_ count: Int) -> Difference {
    let first = number.signum() * count
    number -= first
    return Difference(number: first)
  }
}

/// Lines whose merge runs other code.
struct Noticed: Divisible {
  var lines: [Int]
  var inMerge: @Sendable () -> Void = {}
  var updateCount: Int { lines.count }

  mutating func merge(_ newer: Noticed) {
    newer.inMerge()
    lines += newer.lines
  }

  mutating func removeFirst(_ count: Int) -> Noticed {
    defer { lines.removeFirst(count) }
    return Noticed(lines: Array(lines.prefix(count)))
  }
}
