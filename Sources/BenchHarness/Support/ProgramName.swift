import Coalesce

/// The name of this program in messages: `bench`, or the name of another package's executable.
package enum ProgramName {
  private static let name = Locked("bench")

  package static var text: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}
