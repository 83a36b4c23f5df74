/// Ends the program with `sentence` unless `condition` holds. Unlike `precondition`, prints it in release builds, too.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError(sentence()) }
}
