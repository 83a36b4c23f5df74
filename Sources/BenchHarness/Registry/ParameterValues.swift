import Coalesce

/// The parameter values of one strategy, workload or toolkit.
public struct ParameterValues: Sendable {
  private let values: [String: (kind: Parameter.Kind, value: Double)]

  /// Uses the defaults of `parameters`, overridden by `given`, as in `["interval": "60ms"]`. `owner` is for messages.
  /// - Throws: `BenchError` for an unknown name or an invalid value.
  public init(owner: String, parameters: [Parameter], given: [String: String]) throws {
    for name in given.keys where !parameters.contains(where: { $0.name == name }) {
      throw BenchError.unknownParameter(owner: owner, name: name, choices: parameters.map(\.name))
    }
    values = try parameters.reduce(into: [:]) { values, parameter in
      let value = try given[parameter.name].map { try parameter.parse($0) }
      values[parameter.name] = (parameter.kind, value ?? parameter.defaultValue)
    }
  }

  /// The duration named `name`, which must be declared.
  public func duration(_ name: String) -> Duration { .nanoseconds(Int64(self[name])) }

  /// The whole number named `name`, which must be declared.
  public func count(_ name: String) -> Int { Int(self[name]) }

  /// The rate per second, number or share named `name`, which must be declared.
  public func number(_ name: String) -> Double { self[name] }

  /// The flag named `name`, which must be declared.
  public func flag(_ name: String) -> Bool { self[name] != 0 }

  /// The index, from 0, of the word chosen for `name`, which must be declared.
  public func choice(_ name: String) -> Int { Int(self[name]) }

  package func value(of parameter: Parameter) -> Double { self[parameter.name] }

  package func text(of parameter: Parameter) -> String { parameter.text(of: self[parameter.name]) }

  func kind(_ name: String) -> Parameter.Kind { declared(name).kind }

  private subscript(_ name: String) -> Double { declared(name).value }

  private func declared(_ name: String) -> (kind: Parameter.Kind, value: Double) {
    guard let value = values[name] else {
      preconditionFailure("The parameter '\(name)' is not declared in the registry entry.")
    }
    return value
  }
}
