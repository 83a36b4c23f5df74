import ArgumentParser

/// What every hidden command for child processes is given.
struct ChildOptions: ParsableArguments {
  @Option(help: "The file that says what to do.")
  var request: String

  @Option(help: "The file to write what came of it to.")
  var response: String
}
