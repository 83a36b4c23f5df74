import Foundation

/// Tells the developer of an app, on standard error, why nothing happens.
package func warn(_ sentence: String) {
  try? FileHandle.standardError.write(contentsOf: Data("Coalesce: \(sentence)\n".utf8))
}
