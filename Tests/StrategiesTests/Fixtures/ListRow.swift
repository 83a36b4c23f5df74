struct ListRow: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var value = 0

  var description: String { "\(id):\(value)" }

  /// Parses rows separated by spaces, each written as "identity" or "identity:value".
  static func list(_ text: String) -> [ListRow] {
    text.split(separator: " ").map { item in
      let parts = item.split(separator: ":").compactMap { Int($0) }
      return ListRow(id: parts.first ?? 0, value: parts.dropFirst().first ?? 0)
    }
  }
}
