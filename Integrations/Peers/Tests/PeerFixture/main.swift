import Foundation

// Plays a script to a strategy on a real main thread that turns its run loop, and prints what was
// delivered when. Tests run it as a process of their own: see FixtureRun.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 else {
  print("usage: PeerFixture STRATEGY SCRIPT INSIDE RELOAD-MS")
  exit(64)
}
try RealStage(inside: arguments[2], reloadMilliseconds: UInt32(arguments[3]) ?? 0)
  .play(arguments[1], on: arguments[0])
