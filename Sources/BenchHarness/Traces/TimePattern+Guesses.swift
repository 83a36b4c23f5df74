extension TimePattern {
  /// Times of day with colons, without separators, with points, and with dashes. Captures the hours, the separator, the
  /// seconds, the decimals, and AM or PM. Safe to share: they run no code of ours.
  nonisolated(unsafe) private static let clocks = [
    /(?:^|\D)(\d\d?)(:)\d\d(:\d\d)?([.,:]\d+)?(\ ?[AaPp][Mm](?![A-Za-z]))?/,
    /(?:^|\D)(\d\d)()\d\d(\d\d)?([.,:]\d+)?(\ ?[AaPp][Mm](?![A-Za-z]))?/,
    /(?:^|\D)(\d\d?)(\.)\d\d(\.\d\d)?([.,:]\d+)?(\ ?[AaPp][Mm](?![A-Za-z]))?/,
    /(?:^|\D)(\d\d?)(-)\d\d(-\d\d)?([.,:]\d+)?(\ ?[AaPp][Mm](?![A-Za-z]))?/,
  ]
  private static let names = Dictionary(
    uniqueKeysWithValues: [
      ("%b", "jan feb mar apr may jun jul aug sep oct nov dec"),
      ("%a", "mon tue wed thu fri sat sun"),
    ]
    .flatMap { part, names in names.split(separator: " ").map { (String($0), part) } })

  /// The patterns that the time at the start of a text may follow: several if the text does not tell a day from a
  /// month, or decimals from the next field.
  static func guesses(_ text: Substring) -> [String] {
    let text = text.prefix(80)
    return clocks.flatMap(text.matches).flatMap { match in
      let (_, hours, separator, seconds, decimals, half) = match.output
      let clock = (half == nil ? "%H" : "%I") + "\(separator)%M"
      let point = decimals?.first ?? "."
      let fractions = [".%f"] + (point == "." ? [] : ["\(point)%f"])
      let times =
        seconds != nil
        ? fractions.map { "\(clock)\(separator)%S\($0)" }
        : decimals == nil ? [clock] : ["%M\(separator)%S.%f"]
      let noon = half.map { $0.first == " " ? " %p" : "%p" } ?? ""
      let ends = ends(text[match.range.upperBound...])
      return dates(text[..<hours.startIndex]).flatMap { date in
        separator != ":" && (date.isEmpty || seconds == nil)
          ? [] : times.flatMap { time in ends.map { date + time + noon + $0 } }
      }
    }
  }

  /// The patterns that the text before a time of day may follow; none if it is not a date.
  private static func dates(_ text: Substring) -> [String] {
    var parts: [String] = [], numbers: [Int] = []
    for part in text.matches(of: /\d+|\p{L}+|[^\d\p{L}]+/).map(\.output) {
      let isWord = part.first?.isLetter == true
      switch (part.first?.isNumber == true, part.count) {
      case (true, 1...2):
        numbers.append(parts.count)
        parts.append("")
      case (true, 4): parts.append("%Y")
      case (true, 6): parts.append("%y%m%d")
      case (true, 8): parts.append("%Y%m%d")
      case (false, _) where isWord && part.count > 2:
        guard let name = names[String(part.lowercased().prefix(3))] else { return [] }
        parts.append(name)
      case (false, _) where !part.contains("%"):
        parts.append(part.allSatisfy(\.isWhitespace) ? " " : String(part))
      default: return []
      }
    }
    let date = parts.joined()
    let hasMonth = date.contains(/%[bm]/), hasYear = date.contains(/%[Yy]/)
    let dayAndMonth = text.contains(".") ? ["dm"] : ["md", "dm"]
    let orders: [String] =
      switch (hasMonth, hasYear, numbers.count) {
      case (true, true, 0), (false, false, 0): [""]
      case (true, _, 1): ["d"]
      case (true, false, 2): ["dy"]
      case (false, true, 2): parts[0] == "%Y" ? ["md"] : dayAndMonth
      case (false, false, 2): dayAndMonth
      case (false, false, 3): dayAndMonth.map { $0 + "y" } + ["ymd"]
      default: []
      }
    return orders.map { order in
      for (place, letter) in zip(numbers, order) { parts[place] = "%\(letter)" }
      return parts.joined()
    }
  }

  /// The possible ends of a pattern: nothing, a zone or a year.
  private static func ends(_ text: Substring) -> [String] {
    guard
      let match = text.prefixMatch(
        of: /(\ ?(?:[+-]\d\d:?\d\d|(?:Z|UTC|MSK|[A-Z]{2,3}T)\b))?(\ \d{4}\b)?/)
    else {
      return [""]
    }
    let (_, zone, year) = match.output
    let name =
      zone.map { $0.last?.isLetter == true ? String($0) : $0.first == " " ? " %z" : "%z" } ?? ""
    return year == nil ? ["", name].distinct : [name + " %Y"]
  }
}
