/// The parameters of one strategy or workload, with the values that were given.
public struct ParameterValues: Sendable, Equatable {
  private let values: [String: Double]

  /// Takes the defaults of `parameters` and what `given` sets otherwise.
  /// - Throws: ``HarnessError`` for a name that is not there or a value that cannot be read.
  init(owner: String, parameters: [Parameter], given: [String: String]) throws {
    for name in given.keys where !parameters.contains(where: { $0.name == name }) {
      throw HarnessError.unknownParameter(
        owner: owner, name: name, choices: parameters.map(\.name))
    }
    values = try parameters.reduce(into: [:]) { values, parameter in
      values[parameter.name] =
        try given[parameter.name].map { try parameter.parse($0) } ?? parameter.defaultValue
    }
  }

  /// The duration of that name, which must be declared.
  public func duration(_ name: String) -> Duration { .nanoseconds(Int64(self[name])) }

  /// The whole number of that name, which must be declared.
  public func count(_ name: String) -> Int { Int(self[name]) }

  /// The rate of that name, a second, which must be declared.
  public func rate(_ name: String) -> Double { self[name] }

  /// The number or share of that name, which must be declared.
  public func number(_ name: String) -> Double { self[name] }

  /// The answer of that name, which must be declared.
  public func flag(_ name: String) -> Bool { self[name] != 0 }

  /// The value of that parameter as it is written in a specification.
  func text(of parameter: Parameter) -> String { parameter.text(of: self[parameter.name]) }

  private subscript(_ name: String) -> Double {
    guard let value = values[name] else {
      preconditionFailure("The parameter '\(name)' is not declared in the registry entry.")
    }
    return value
  }
}
