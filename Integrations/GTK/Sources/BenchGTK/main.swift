import BenchCLI
import BenchHarness
import Foundation
import PeerStrategies

// The same font size, renderer and settings everywhere, unless the user says otherwise.
for (name, value) in [
  ("GDK_BACKEND", "x11"), ("GSK_RENDERER", "cairo"), ("GTK_A11Y", "none"),
  ("GSETTINGS_BACKEND", "memory"),
] { setenv(name, value, 0) }

// Not what stands on a run loop of Foundation's, which GTK's loop does not turn.
BenchCommand.main(
  strategies: .standard + .peers.filter { $0.name != "notification-queue" },
  workloads: .standard, toolkits: [.gtk, .headless])
