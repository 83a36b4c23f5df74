/// Ends the program with `sentence` unless `condition` holds. Release builds print it, too, unlike `precondition`.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
