/// The counts in a file of callgrind's. Its format:
/// https://valgrind.org/docs/manual/cl-format.html
struct CallgrindFile {
  /// The instructions of each dump that the end of a region made, in order.
  private(set) var regions: [Int] = []

  /// Reads a file; what is no line of the format says nothing.
  init(_ text: String) {
    // The file names each function once, with a number.
    var (lookups, function) = (Set<Substring>(), Substring())
    var (isRegion, isOfCall, spent) = (false, false, 0)
    func name(_ line: Substring) -> Substring {
      let number = line.drop { $0 != "(" }.prefix { $0 != " " }
      if Self.looksUp(line) { lookups.insert(number) }
      return number
    }
    for line in text.split(separator: "\n") {
      if let first = line.first, first.isNumber || "+-*".contains(first) {
        // What a call costs stands with what is called, too. The second field counts instructions.
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

  /// Whether that is the Swift runtime as it compares a generic type with those in its table of types,
  /// one after the other from where the hash points.
  ///
  /// The hash is one of addresses, so the same code in another build compares more or fewer types.
  /// Everything else that a lookup does is counted.
  private static func looksUp(_ function: Substring) -> Bool {
    function.contains("MetadataCacheKey::operator==")
      || function.contains("::find<swift::MetadataCacheKey>")
  }
}
