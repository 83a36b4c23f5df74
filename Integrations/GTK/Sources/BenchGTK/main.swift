import BenchCLI
import BenchHarness
import Foundation

// Uses the same font size, renderer and settings on every machine, unless the user has set these variables.
for (name, value) in [
  ("GDK_BACKEND", "x11"), ("GSK_RENDERER", "cairo"), ("GTK_A11Y", "none"),
  ("GSETTINGS_BACKEND", "memory"),
] { setenv(name, value, 0) }

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "calibrate" { Calibration.main(Array(arguments.dropFirst())) }
BenchCommand.main(
  strategies: .standard + [.frameClock], workloads: .standard, toolkits: [.gtk, .text, .headless])
