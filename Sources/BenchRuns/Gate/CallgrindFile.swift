/// The counts in an output file of callgrind. Source: https://valgrind.org/docs/manual/cl-format.html
struct CallgrindFile {
  /// The instruction counts of the regions that end with a dump, in order, less those of comparing generic types.
  private(set) var regions: [Int] = []

  init(_ text: String) {
    // The file has each function's name only once; after that, only its number.
    var (lookups, function) = (Set<Substring>(), Substring())
    var (isRegion, isOfCall, spent) = (false, false, 0)
    func name(_ line: Substring) -> Substring {
      let number = line.drop { $0 != "(" }.prefix { $0 != " " }
      if Self.looksUp(line) { lookups.insert(number) }
      return number
    }
    for line in text.split(separator: "\n") {
      if let first = line.first, first.isNumber || "+-*".contains(first) {
        // A cost line's second field counts instructions. The line after `calls=` repeats the callee's cost.
        if !isOfCall, lookups.contains(function) {
          spent += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
        isOfCall = false
      } else if line.hasPrefix("fn=") {
        function = name(line)
      } else if line.hasPrefix("cfn=") {
        _ = name(line)
      } else if line.hasPrefix("calls=") {
        isOfCall = true
      } else if line.hasPrefix("desc: Trigger: ") {
        (isRegion, spent) = (line.contains("--dump-before="), 0)
      } else if isRegion, line.hasPrefix("totals: "), let total = Int(line.dropFirst(8)) {
        regions.append(total - spent)
      }
    }
  }

  /// Whether `function` compares a generic type with those in the Swift runtime's hash table. The number of
  /// comparisons depends on addresses, so it differs between builds of the same code. The rest of a lookup is counted.
  private static func looksUp(_ function: Substring) -> Bool {
    function.contains("MetadataCacheKey::operator==")
      || function.contains("::find<swift::MetadataCacheKey>")
  }
}
