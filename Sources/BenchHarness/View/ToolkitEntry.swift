/// A toolkit that `--view` can select.
public struct ToolkitEntry: RegistryEntry, Sendable {
  package static let kind = "view"
  /// The name, in kebab-case.
  public let name: String
  /// The kind of views in one line, without a full stop.
  public let summary: String
  /// The parameters, given as in `--view name:parameter=value`.
  public let parameters: [Parameter]
  let make: @Sendable (ParameterValues) throws -> any Toolkit

  /// Describes a toolkit; `make` is called on the main thread.
  public init(
    name: String, summary: String, parameters: [Parameter] = [],
    make: @escaping @Sendable (ParameterValues) throws -> any Toolkit
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.make = make
  }

  /// The built-in views, which draw nothing and spend CPU time according to a cost model.
  public static let headless = ToolkitEntry(
    name: "headless",
    summary: "built in; draws nothing, and spends CPU time according to the cost options"
  ) { _ in preconditionFailure("Make the headless toolkit from the costs of a trial instead.") }
}
