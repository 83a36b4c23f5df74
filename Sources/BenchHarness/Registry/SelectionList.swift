/// The items of a list that selects entries, of which those behind a `!` exclude some.
package struct SelectionList: Sendable {
  package let chosen: [String]
  let excluded: [String]

  package init(_ list: String) {
    let items = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }
    chosen = items.filter { !$0.hasPrefix("!") }
    excluded = items.filter { $0.hasPrefix("!") }.map { $0.dropFirst().filter { $0 != " " } }
  }
}
