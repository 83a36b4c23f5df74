import ArgumentParser

struct PriceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Main-thread time you would trade for latency, in ns per ns saved (default: 0.02).",
      valueName: "number"))
  var latencyPrice: Double?

  func validate() throws {
    if let price = latencyPrice, !(0...1_000_000).contains(price) {
      throw ValidationError("--latency-price is \(price); it must be from 0 to 1000000.")
    }
  }
}
