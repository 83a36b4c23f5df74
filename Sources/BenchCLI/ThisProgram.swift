import Foundation

/// The program that runs: its hidden commands are the child processes.
enum ThisProgram {
  /// Its path.
  static var path: String {
    Bundle.main.executablePath ?? URL(fileURLWithPath: CommandLine.arguments[0]).path
  }
}
