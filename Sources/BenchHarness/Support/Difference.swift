package struct Difference: Equatable {
  package let field: String
  package let old: String?
  package let new: String?

  /// The field with its two values, such as "seed (1, 2)"; only the field if the values are long.
  package var text: String {
    let values = "\(old ?? "none"), \(new ?? "none")"
    return values.count > 40 ? field : "\(field) (\(values))"
  }

  /// The fields that differ, in order of declaration. Nested fields have names such as `costs.reloadNanoseconds`.
  package static func all<Value>(_ old: Value, _ new: Value) -> [Difference] {
    let (old, new) = (fields(old, ""), fields(new, ""))
    let names = (old.map(\.name) + new.map(\.name)).distinct
    let oldTexts = Dictionary(uniqueKeysWithValues: old)
    let newTexts = Dictionary(uniqueKeysWithValues: new)
    return names.filter { oldTexts[$0] != newTexts[$0] }.map {
      Difference(field: $0, old: oldTexts[$0], new: newTexts[$0])
    }
  }

  private static func fields(_ value: Any, _ name: String) -> [(name: String, text: String)] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.flatMap { fields($0.value, name) }
    case .struct where !(value is String):
      return mirror.children.flatMap { child in
        fields(
          child.value, [name, child.label ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
      }
    default: return [(name, "\(value)")]
    }
  }
}
