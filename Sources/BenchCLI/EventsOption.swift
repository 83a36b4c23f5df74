import ArgumentParser

/// Whether a timeline can be drawn of what was run.
struct EventsOption: ParsableArguments {
  @Flag(
    name: .long,
    help: "Write what happened in one trial of each cell to events.csv, for a timeline.")
  var events = false
}
