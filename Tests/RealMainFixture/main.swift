import Foundation

// Plays a script to a strategy on a real main thread that turns its run loop, and prints what was
// delivered when. Tests run it as a process of their own: see Performance.
let arguments = CommandLine.arguments.dropFirst()
guard let strategy = arguments.first, let script = arguments.dropFirst().first else {
  print("usage: RealMainFixture STRATEGY SCRIPT [INSIDE [RELOAD-MS]]")
  exit(64)
}
let stage = RealStage(
  inside: arguments.dropFirst(2).first ?? "", reloadMilliseconds: Int(arguments.dropFirst(3).first ?? "") ?? 0)
try stage.play(script, strategy)
