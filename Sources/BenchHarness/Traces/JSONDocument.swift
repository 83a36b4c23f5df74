import Foundation

/// A JSON text that is one value: an array of rows, or an object that has one inside.
struct JSONDocument {
  let rows: [Any]
  let format: RecordedFormat?

  /// Nil for what is no JSON, as lines that begin with a bracket.
  init?(_ text: RecordedText, _ options: TraceOptions) throws {
    let data = text.bytes[text.start...], isAsked = options.rowsAt != nil || options.format != nil
    func failure(_ cause: String) -> TextFailure { TextFailure(text.start, cause) }
    let isObjects = data.prefix(1_000).filter { $0 > 0x20 }.starts(with: "[{".utf8)
    guard isAsked || data.starts(with: "{".utf8) || data.starts(with: "[".utf8) else { return nil }
    // Foundation takes ten times as much memory.
    guard data.count <= 128 * 1_048_576 else {
      throw failure("one JSON value has at most 128 MiB. Write an object a line, with jq -c '.[]'.")
    }
    let value: Any
    do {
      value = try JSONSerialization.jsonObject(with: Data(data))
    } catch {
      if data.starts(with: "[".utf8), !isObjects, !isAsked { return nil }
      let cause = (error as NSError).userInfo["NSDebugDescription"].map { "\($0)" } ?? ""
      throw failure("it is not valid JSON, nor an object a line. \(cause)")
    }
    let all = RecordedFormat.all.filter { $0.rowsAt != nil }
    let known = all.first { !(Self.rows(at: $0.rowsAt ?? "", in: value) ?? []).isEmpty }
    let chrome = all.first { $0.name == "chrome-trace" }
    let isEvents = (value as? [[String: Any]])?.first?["ph"] != nil
    let isChrome = options.rowsAt == nil && (isEvents || known == chrome)
    format = options.format ?? (isChrome ? chrome : nil)
    let paths = TimeSource.list(Self.paths(value, depth: 4).sorted())
    let isArray = value is [Any] && (format == nil || isEvents)
    guard let path = options.rowsAt ?? (isArray ? "" : format?.rowsAt) else {
      throw failure(
        known.map { "it looks like \($0.name): give --format \($0.name)." }
          ?? "its rows are inside an object. Give --rows-at, one of: \(paths).")
    }
    rows = Self.rows(at: path, in: value) ?? []
    guard rows.contains(where: { $0 is [String: Any] || $0 is [Any] }) else {
      throw failure("there are no rows at '\(path)'. Choose from: \(paths).")
    }
  }

  /// The elements of all arrays at a path, through arrays on the way.
  private static func rows(at path: String, in value: Any) -> [Any]? {
    if let array = value as? [Any] {
      return path.isEmpty ? array : array.compactMap { rows(at: path, in: $0) }.flatMap { $0 }
    }
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let inner = (value as? [String: Any])?[key] else { return nil }
    return rows(at: parts.dropFirst().first ?? "", in: inner)
  }

  /// Where there are arrays of objects or arrays.
  private static func paths(_ value: Any, depth: Int) -> Set<String> {
    guard depth > 0 else { return [] }
    if let first = (value as? [Any])?.first {
      return paths(first, depth: depth - 1).union(
        first is [Any] || first is [String: Any] ? [""] : [])
    }
    return Set(
      (value as? [String: Any] ?? [:]).flatMap { key, value in
        paths(value, depth: depth - 1).map { $0.isEmpty ? key : "\(key).\($0)" }
      })
  }
}
