import ArgumentParser
import BenchHarness
import Foundation

/// What to type instead, where the parser did not understand a command line and it is plain what was meant.
struct TypingAdvice {
  private let bench: Bench
  private let arguments: [String]
  private let command: String

  init(_ arguments: [String], _ bench: Bench) {
    (self.arguments, self.bench) = (arguments, bench)
    command = arguments.first { !$0.hasPrefix("-") } ?? "run"
  }

  /// The parser's error with what to type; nil where there is nothing to add to it.
  func text(for error: any Error) -> String? {
    let message = Root.message(for: error)
    return advice(message).map { "Error: \(message)\n\($0)" }
  }

  /// What a word may have been meant as that stands where a command has to.
  func advice(forCommand word: String) -> String? {
    choice(word).map { "\(ProgramName.text) run \($0)" }
  }

  private func advice(_ message: String) -> String? {
    if command == "record", let file = arguments.dropFirst().first(where: isFile) {
      return
        "'\(ProgramName.text) record' reads what comes through a pipe, and writes to the file after -o. "
        + "To use the recording that you have: \(ProgramName.text) recommend --trace \(file)"
    }
    if let word = arguments.dropFirst().first, !word.hasPrefix("-"), let option = choice(word) {
      return "Did you mean: \(ProgramName.text) \(command) \(option)"
    }
    guard let word = message.firstMatch(of: /'([^' ]+)/).map({ String($0.1) }) else { return nil }
    if message.contains("nexpected argument") {
      return choice(word).map { "Did you mean: \(ProgramName.text) \(command) \($0)" }
    }
    guard message.hasPrefix("Unknown option"), word.hasPrefix("--") else { return nil }
    let name = String(word.dropFirst(2))
    return owners("strategy", bench.registry.strategies, of: name)
      ?? owners("workload", bench.registry.workloads, of: name)
  }

  /// That a parameter of `entries` stands after their names; nil where none has it.
  private func owners(
    _ kind: String, _ entries: [some RegistryEntry], of parameter: String
  ) -> String? {
    let names = entries.filter { $0.parameters.contains { $0.name == parameter } }.map(\.name)
    guard let first = names.first else { return nil }
    let others = names.count > 1 ? " (also of \(names.dropFirst().joined(separator: ", ")))" : ""
    return "'\(parameter)' is a parameter of a \(kind) and stands after its name: "
      + "--\(kind) \(first):\(parameter)=…\(others)"
  }

  /// The option that takes `word`.
  private func choice(_ word: String) -> String? {
    let name = String(word.prefix { $0 != ":" && $0 != "," && $0 != "=" })
    if bench.registry.strategies.contains(where: { $0.names.contains(name) }) {
      return "--strategy \(word)"
    }
    if bench.registry.workloads.contains(where: { $0.name == name }) { return "--workload \(word)" }
    return isFile(word) ? "--trace \(word)" : nil
  }

  private func isFile(_ word: String) -> Bool {
    !word.hasPrefix("-") && FileManager.default.fileExists(atPath: word)
  }
}
