import Foundation

/// What built this program, and from what.
package enum Build {
  /// The program's version, the commit of the checkout that `program` lies in, if it does, and the
  /// compiler. It asks git, which takes milliseconds.
  package static func version(of program: String) -> String {
    let folder = (program as NSString).deletingLastPathComponent
    let commit = Machine.git(["rev-parse", "--short", "HEAD"], in: folder).map { commit in
      let isDirty = Machine.git(["status", "--porcelain"], in: folder)?.isEmpty == false
      return "commit \(commit)\(isDirty ? " with changes" : ""), "
    }
    return "\(versionNumber) (\(commit ?? "")\(compiler))"
  }

  /// The version of this package; CHANGELOG.md says what it brought.
  package static let versionNumber = "0.1.0"

  /// What decides how much a program allocates: compiler, system and architecture.
  package static var platform: String {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "Darwin"
    #endif
    #if arch(x86_64)
      let architecture = "x86_64"
    #else
      let architecture = "arm64"
    #endif
    return "\(compiler), \(system) \(architecture)" + (isOptimised ? "" : ", not optimised")
  }

  /// The compiler has no name for its whole version in a program's text.
  static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}
