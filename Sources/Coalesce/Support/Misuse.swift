/// Ends the program with `sentence` unless the condition holds, also in a release build, unlike a `precondition`.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
