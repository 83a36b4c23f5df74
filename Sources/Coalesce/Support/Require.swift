/// Ends the program with `sentence` unless `condition` holds. Release builds print it, too, unlike `precondition`.
/// `file` and `line` locate the app's mistake, if the caller knows it.
package func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { fatalError(sentence(), file: file, line: line) }
}
