/// Ends the program with `sentence` unless the condition holds. Unlike `precondition`, prints it in release builds.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
