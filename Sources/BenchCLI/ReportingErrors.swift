import ArgumentParser
import Foundation
import Harness

/// Runs the work of a command; errors of the harness become one line on stderr and an exit code.
func reportingErrors(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch HarnessError.interrupted(let signal) {
    throw ExitCode(128 + signal)
  } catch let error as HarnessError {
    FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
    throw ExitCode(error.isUsage ? 64 : 2)
  }
}
