/// The objects of a JSON text: one a line, or all in an array; or the events of a Chrome trace,
/// which are those of the array `traceEvents`, or of an array whose first object has a phase.
struct JSONRows: TraceRows {
  let columns: [String]
  private var text: JSONText
  private let isChrome: Bool, isArray: Bool
  private var chosen: [(column: String, bytes: [UInt8])?] = []
  private var name: String?
  private var seenNames: [String: Int] = [:]

  /// Phases of the events that count: instants, slices, and begins of slices.
  private static let phases: Set = ["i", "I", "X", "B"]

  /// Reads the format and the keys of the first object.
  /// - Throws: ``TextFailure``.
  init(_ bytes: [UInt8], from start: Int) throws {
    text = JSONText(bytes, from: start)
    var isArray = text.take("[")
    var first = text
    var keys = try first.keys()
    let isTrace = !isArray && keys.contains("traceEvents")
    if isTrace {
      try text.enter("traceEvents")
      isArray = true
    }
    isChrome = isTrace || isArray && keys.contains("ph")
    self.isArray = isArray
    if isChrome { keys = ["ts", "name", "cat", "pid", "tid", "id"] }
    columns = keys
  }

  var bytes: [UInt8] { text.bytes }
  var isOrdered: Bool { !isChrome }
  var times: (column: String, unit: TimeUnit)? { isChrome ? ("ts", .us) : nil }

  var format: String? {
    guard isChrome else { return "JSON" }
    return "Chrome trace, "
      + (name.map { "events '\($0)'" } ?? "events of \(seenNames.count) names, see --name")
  }

  var emptiness: String {
    guard isChrome else { return "it has no objects." }
    guard let name, !seenNames.isEmpty else { return "it has no instants and no slices." }
    let most = seenNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20)
    return "it has no instant and no slice '\(name)'. Choose from: "
      + most.map { "'\($0.key)'" }.joined(separator: ", ")
      + (most.count < seenNames.count ? " and \(seenNames.count - most.count) more." : ".")
  }

  func text(_ field: TextField) -> String { text.string(field) }

  mutating func choose(_ columns: [String?], name: String?) throws {
    guard name == nil || isChrome else {
      throw TextFailure(nil, "it is not a Chrome trace. --name chooses the events of one.")
    }
    self.name = name
    chosen = (columns + (isChrome ? ["ph", "name"] : [])).map { $0.map { ($0, Array($0.utf8)) } }
  }

  mutating func next(_ fields: inout [TextField?]) throws -> Int? {
    while text.hasNext(inArray: isArray, mayEndAnywhere: isChrome) {
      let offset = text.position
      var members = [TextField?](repeating: nil, count: chosen.count)
      try text.members { [chosen] text, key, value in
        for (place, wanted) in chosen.enumerated() {
          guard let wanted, key.range.count == wanted.bytes.count,
            text.bytes[key.range].elementsEqual(wanted.bytes)
          else { continue }
          guard value.isScalar else {
            throw TextFailure(offset, column: wanted.column, "it is neither text nor a number.")
          }
          members[place] = value.field
        }
      }
      guard try counts(members) else { continue }
      for place in fields.indices { fields[place] = members[place] }
      return offset
    }
    return nil
  }

  private mutating func counts(_ members: [TextField?]) throws -> Bool {
    guard isChrome else { return true }
    guard let phase = members[4], Self.phases.contains(text(phase)) else { return false }
    let own = members[5].map(text) ?? ""
    seenNames[own, default: 0] += 1
    return name == nil || own == name
  }
}
