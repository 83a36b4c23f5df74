/// Ends the program with `sentence` unless the condition holds. A release build prints it, too, unlike a
/// `precondition`.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
