import Foundation

/// The arrays in a JSON document, a text that is one JSON value.
struct JSONDocument {
  /// The objects and arrays in each array, by the array's path. Arrays with the same path are joined.
  private var arrays: [String: [Any]] = [:]

  /// Nil if the text is not JSON, such as log lines that begin with `[`; throws instead if the user says that it is.
  init?(_ text: RecordedText, isAsked: Bool) throws {
    let data = text.bytes[text.start...], isArray = data.first == UInt8(ascii: "[")
    guard isAsked || isArray || data.first == UInt8(ascii: "{") else { return nil }
    // Foundation's parser takes ten times the text's size in memory.
    guard data.count <= 128 * 1_048_576 else {
      throw TextFailure(
        text.start, "a JSON value has at most 128 MiB. Write one object per line: jq -c '.[]'.")
    }
    do {
      note(try JSONSerialization.jsonObject(with: Data(data)), at: "")
    } catch {
      let isObjects = data.prefix(1_000).filter { $0 > 0x20 }.starts(with: "[{".utf8)
      if isArray, !isObjects, !isAsked { return nil }
      let cause = (error as NSError).userInfo["NSDebugDescription"].map { "\($0)" } ?? ""
      throw TextFailure(text.start, "it is neither JSON nor one object per line. \(cause)")
    }
  }

  private mutating func note(_ value: Any, at path: String) {
    if let array = value as? [Any] {
      let rows = array.filter { $0 is [String: Any] || $0 is [Any] }
      if !rows.isEmpty { arrays[path, default: []] += rows }
      for case let object as [String: Any] in rows { note(object, at: path) }
    }
    for (name, value) in value as? [String: Any] ?? [:] {
      note(value, at: path.isEmpty ? name : "\(path).\(name)")
    }
  }

  /// The rows at the user's path, else at the format's. Detects a Chrome trace and sets the format in `options`.
  func rows(_ options: inout TraceOptions) throws -> [Any] {
    guard !arrays.isEmpty else { throw TextFailure(0, "it has no array of objects.") }
    let known = RecordedFormat.all.first { $0.isJSON && arrays[$0.place] != nil }
    let isEvents = (arrays[""]?.first as? [String: Any])?["ph"] != nil
    if options.rowsAt == nil, options.format == nil, isEvents || known?.name == "chrome-trace" {
      options.format = try RecordedFormat(named: "chrome-trace")
    }
    let paths = TimeSource.list(arrays.keys.sorted())
    let place = isEvents ? "" : options.format?.place
    guard let path = options.rowsAt ?? place ?? (arrays[""] == nil ? nil : "") else {
      let advice = known.map { "it looks like \($0.name): give --format \($0.name)." }
      throw TextFailure(
        0, advice ?? "its rows are inside an object. Give --rows-at, one of: \(paths).")
    }
    var rows = arrays[path] ?? []
    if options.format?.name == "chrome-trace" {
      // Instants and starts of slices are updates.
      let phases = ["i", "I", "n", "X", "B", "b"]
      rows = rows.filter { phases.contains(($0 as? [String: Any])?["ph"] as? String ?? "") }
    }
    guard !rows.isEmpty else {
      throw TextFailure(0, "there are no rows at '\(path)'. Choose from: \(paths).")
    }
    return rows
  }
}
