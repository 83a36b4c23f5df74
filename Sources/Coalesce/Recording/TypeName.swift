/// The name of `type` as an app writes it, without modules: `ChangedIDs<Int>`.
func readableName(of type: Any.Type) -> String {
  String(reflecting: type)
    .replacing(/\((unknown context at|extension in) [^)]*\)[.:]/, with: "")
    .replacing(/\w+\.((\w+\.)*\w+)/) { String($0.1) }
}
