extension String {
  /// A key of results, or a value in it, with its durations as people write them:
  /// "frame:period=16.7ms".
  package var readableKey: String {
    replacing(/(^|=)([0-9]+[mun]?s)(?=[: ]|$)/) { match in
      match.1 + ((try? Duration(parsing: String(match.2)))?.short ?? String(match.2))
    }
  }

  /// The one of `names` that this is probably a misspelling of; nil where none is close.
  package func nearest(of names: [String]) -> String? {
    let near = names.map { (name: $0, distance: distance(to: $0)) }
      .filter { count > 2 && $0.distance <= max(1, count / 3) }
    return near.min { $0.distance < $1.distance }?.name
  }

  /// How many letters to insert, delete, replace or swap with their neighbour.
  private func distance(to other: String) -> Int {
    let (own, others) = (Array(self), Array(other))
    var before: [Int] = []
    var last = Array(0...others.count)
    for (row, letter) in own.enumerated() {
      var next = [row + 1]
      for (column, wanted) in others.enumerated() {
        var least = min(last[column + 1] + 1, next[column] + 1)
        least = min(least, last[column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == others[column - 1], own[row - 1] == wanted {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[others.count]
  }
}

extension [String] {
  /// As in a sentence: "a, b and c".
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension Array where Element: Hashable {
  /// Without the values that were there before.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
