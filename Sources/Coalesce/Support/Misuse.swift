/// Ends the program with `sentence` unless the condition holds. Unlike `precondition`, a release build prints it, too.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
