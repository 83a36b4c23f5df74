import Foundation

extension RecordedText {
  /// The objects at the path that the user gave, else at the format's path, else in the outermost array of the JSON
  /// text. Numbers them -1, -2, …, which cannot be mistaken for byte offsets. Sets the format in `options` if it
  /// detects a Chrome trace. Nil if the user gave no path or format and the text does not begin like JSON.
  func document(_ options: inout TraceOptions) throws -> [(Int, [String: Any])]? {
    let data = bytes[start...], begin = data.prefix(1_000).filter { $0 > 0x20 }
    let isAsked = options.format != nil || options.rowsAt != nil
    let isJSON = begin.starts(with: "{".utf8) || begin.starts(with: "[{".utf8)
    guard isAsked || isJSON else { return nil }
    var arrays = try arrays(data)
    // A Chrome trace may consist of the array of events alone.
    if arrays[""]?.first?["ph"] != nil { arrays["traceEvents"] = arrays.removeValue(forKey: "") }
    let known = RecordedFormat.all.first { $0.isJSON && arrays[$0.place] != nil }
    if !isAsked, known?.name == "chrome-trace" { options.format = known }
    let paths = TimeSource.list(arrays.keys.sorted())
    guard let path = options.rowsAt ?? options.format?.place ?? (arrays[""] == nil ? nil : "")
    else {
      let advice = known.map { "it looks like \($0.name): give --input-format \($0.name)." }
      throw TextFailure(
        0, advice ?? "its rows are inside an object. Give --rows-at with one of: \(paths).")
    }
    var rows = arrays[path] ?? []
    if options.format?.name == "chrome-trace" {
      // Only instant events and the starts of slices are updates.
      rows = rows.filter { ["i", "I", "n", "X", "B", "b"].contains($0["ph"] as? String) }
    }
    guard !rows.isEmpty else {
      throw TextFailure(0, "there are no rows at '\(path)'. Choose from: \(paths).")
    }
    return rows.enumerated().map { (-1 - $0, $1) }
  }

  /// The objects in each array, by the array's path. Arrays with the same path are joined.
  private func arrays(_ data: ArraySlice<UInt8>) throws -> [String: [[String: Any]]] {
    var arrays: [String: [[String: Any]]] = [:]
    func note(_ value: Any, at path: String) {
      for case let object as [String: Any] in value as? [Any] ?? [] {
        arrays[path, default: []].append(object)
        note(object, at: path)
      }
      for (name, value) in value as? [String: Any] ?? [:] {
        note(value, at: path.isEmpty ? name : "\(path).\(name)")
      }
    }
    do {
      note(try JSONSerialization.jsonObject(with: Data(data)), at: "")
    } catch {
      let cause = (error as NSError).userInfo["NSDebugDescription"].map { "\($0)" } ?? ""
      throw TextFailure(start, "it is neither a JSON value nor one JSON object per line. \(cause)")
    }
    guard !arrays.isEmpty else { throw TextFailure(start, "it has no array of objects.") }
    return arrays
  }
}
