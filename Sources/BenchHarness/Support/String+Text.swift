extension String {
  /// A results key with shortened durations, such as "frame:period=16.7ms".
  package var readableKey: String {
    replacing(/(^|=)([0-9]+[mun]?s)(?=[: ]|$)/) { match in
      match.1 + ((try? Duration(parsing: String(match.2)))?.short ?? String(match.2))
    }
  }
}

extension [String] {
  /// The elements joined for a sentence: "a, b and c".
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension Array where Element: Hashable {
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
