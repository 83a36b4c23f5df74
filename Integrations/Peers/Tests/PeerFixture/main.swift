import Foundation

// Runs a script on a strategy, on a real main thread with a run loop, and prints each delivery and its time. Tests run
// this program in a process of its own (FixtureRun).
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 else {
  print("usage: PeerFixture STRATEGY SCRIPT INSIDE RELOAD-MS")
  exit(64)
}
try RealStage(inside: arguments[2], reloadMilliseconds: UInt32(arguments[3]) ?? 0)
  .play(arguments[1], on: arguments[0])
