/// The counts in a file of callgrind's. Its format:
/// https://valgrind.org/docs/manual/cl-format.html
struct CallgrindFile {
  /// The instructions of each dump that the end of a region made, in order.
  private(set) var regions: [Int] = []

  private var isRegion = false
  private var lookups = 0
  /// The functions that look types up; the file names each function once, with a number.
  private var isLookup: Set<Substring> = []
  private var function: Substring = ""
  private var isOfCall = false

  /// Reads a file; what is no line of the format says nothing.
  init(_ text: String) {
    for line in text.split(separator: "\n") { read(line) }
  }

  private mutating func read(_ line: Substring) {
    if let first = line.first, first.isNumber || "+-*".contains(first) {
      // What a call costs stands with what is called, too.
      if !isOfCall, isLookup.contains(function) { lookups += Self.cost(line) }
      isOfCall = false
    } else if line.hasPrefix("fn=") {
      function = name(line)
    } else if line.hasPrefix("cfn=") {
      _ = name(line)
    } else if line.hasPrefix("calls=") {
      isOfCall = true
    } else if line.hasPrefix("desc: Trigger: ") {
      isRegion = line.contains("--dump-before=")
      lookups = 0
    } else if isRegion, line.hasPrefix("totals: "), let total = Int(line.dropFirst(8)) {
      regions.append(total - lookups)
    }
  }

  /// The number of the function that a line names.
  private mutating func name(_ line: Substring) -> Substring {
    let number = line.drop { $0 != "(" }.prefix { $0 != " " }
    if Self.looksUp(line) { isLookup.insert(number) }
    return number
  }

  /// Whether that is the Swift runtime as it compares a generic type with those in its table of types,
  /// one after the other from where the hash points.
  ///
  /// The hash is one of addresses, so the same code in another build compares more or fewer of them: the
  /// counts of `naive`, which did not change, differed by 7 % a submission. Everything else that a lookup
  /// does is the same each time, and is counted.
  private static func looksUp(_ function: Substring) -> Bool {
    function.contains("MetadataCacheKey::operator==")
      || function.contains("::find<swift::MetadataCacheKey>")
  }

  /// The second field: instructions at a place.
  private static func cost(_ line: Substring) -> Int {
    line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
