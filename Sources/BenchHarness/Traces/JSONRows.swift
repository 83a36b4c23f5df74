/// The objects of a JSON text: one a line, or all in an array; or the events of a Chrome trace,
/// which are those of the array `traceEvents`, or of an array whose first object has a phase.
///
/// A line that is no object, or a broken one, is a row without a time.
struct JSONRows: TraceRows {
  private(set) var columns: [String] = []
  private var text: JSONText
  private let isChrome: Bool, isArray: Bool
  private var chosen: [[UInt8]?] = []
  private var depth = 4
  private var name: String?
  private var seenNames: [String: Int] = [:]
  /// Whether it has what `bench export` writes: a category for updates, and a process for each trial.
  private var hasOwnKeys = false
  private var trials: [String] = []
  private(set) var failure: TextFailure?
  private var isBroken = false

  /// Phases of the events that count: instants, slices, and begins of slices.
  private static let phases: Set = ["i", "I", "X", "B", "b", "n"]

  /// Reads the format, and the keys of all objects.
  /// - Throws: ``TextFailure``.
  init(_ bytes: [UInt8], from start: Int) throws {
    text = JSONText(bytes, from: start)
    let hasBracket = text.take("[")
    let keys = (try? text.keys()) ?? [:]
    let isTrace = !hasBracket && keys["traceEvents"] != nil
    if isTrace { try text.enter("traceEvents") }
    isArray = hasBracket || isTrace
    isChrome = isTrace || hasBracket && keys["ph"] != nil
    var rows = self
    columns = try rows.keys()
    hasOwnKeys = isChrome && ["id2.local", "args.view"].allSatisfy(columns.contains)
    guard columns.isEmpty, !isChrome else { return }
    try text.members(depth: 1) { _, _, _, _ in }
    throw TextFailure(start, "its objects have no values.")
  }

  var bytes: [UInt8] { text.bytes }
  var isOrdered: Bool { !isChrome }
  var times: (column: String, unit: TimeUnit?)? { isChrome ? ("ts", .us) : nil }
  private var isOwnExport: Bool { hasOwnKeys && name == nil }
  var viewColumn: String { isOwnExport ? "args.view" : "view" }

  var format: String? {
    guard isChrome else { return "JSON" }
    if isOwnExport {
      return "updates of a trial" + (trials.count > 1 ? ", the first of \(trials.count)" : "")
    }
    let chosen = name ?? (seenNames.count == 1 ? seenNames.keys.first : nil)
    return "Chrome trace, "
      + (chosen.map { "events '\($0)'" } ?? "events of \(seenNames.count) names, see --name")
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
    let all = columns + (isChrome ? ["ph", "name", "cat", "pid"] : [])
    chosen = all.map { $0.map { Array($0.utf8) } }
    depth = columns.contains { $0?.contains(".") == true } ? depth : 1
  }

  mutating func next(_ fields: inout [TextField?]) throws -> Int? {
    var members = [TextField?](repeating: nil, count: chosen.count)
    while let offset = try object({ [chosen] text, parents, key, value in
      for (place, wanted) in chosen.enumerated() {
        if let wanted, text.isPath(wanted, parents, key) { members[place] = value.field }
      }
    }) {
      defer { for place in members.indices { members[place] = nil } }
      guard counts(members) else { continue }
      for place in fields.indices { fields[place] = isBroken ? nil : members[place] }
      return offset
    }
    return nil
  }

  /// Calls `member` with each member of the next object, and returns where that begins.
  private mutating func object(_ member: JSONText.Visitor) throws -> Int? {
    if !isArray { _ = text.take(",") }
    guard text.hasNext(inArray: isArray, mayEndAnywhere: isChrome) else { return nil }
    let offset = text.position
    isBroken = false
    do {
      try text.members(depth: depth, member)
    } catch let error as TextFailure where !isArray {
      (isBroken, failure) = (true, failure ?? error)
      text.skipLine(from: offset)
    }
    return offset
  }

  private mutating func counts(_ members: [TextField?]) -> Bool {
    guard isChrome else { return true }
    let own = members.suffix(4).map { $0.map(text) ?? "" }
    guard Self.phases.contains(own[0]) else { return false }
    if isOwnExport {
      guard own[2] == "update" else { return false }
      if !trials.contains(own[3]) { trials.append(own[3]) }
      return own[3] == trials[0]
    }
    seenNames[own[1], default: 0] += 1
    return name == nil || own[1] == name
  }

  /// The keys of all objects. Most have those of the first, in its order, and are only compared.
  private mutating func keys() throws -> [String] {
    var keys: [String] = [], known: Set<String> = []
    var first: [ArraySlice<UInt8>] = [], number = 0
    while try object({ text, parents, key, value in
      let bytes = parents.isEmpty ? text.bytes[key.range] : []
      defer { number += 1 }
      if number < first.count, !bytes.isEmpty, first[number] == bytes { return }
      if number == first.count { first.append(bytes) }
      let name = (parents + [key]).map(text.string).joined(separator: ".")
      if value.isScalar, known.insert(name).inserted { keys.append(name) }
    }) != nil { number = 0 }
    return keys
  }
}
