/// The views that a trial needs.
public struct ViewRequest: Sendable {
  /// The number of views.
  public var views: Int
  /// The number of sections in a view: row r is in section r modulo this number.
  public var sections: Int
  /// Whether the order of the rows matters; if so, a view starts without the trial's rows.
  public var isOrdered: Bool
  /// The maximum number of the workload's rows in a view; 0 if rows are not tracked.
  public var rowCapacity: Int
  /// The number of rows to reserve room for in each view; with many views, less than ``rowCapacity``, to save memory.
  var roomForRows: Int { views > 16 ? rowCapacity / views : rowCapacity }

  /// Makes a request.
  public init(views: Int, sections: Int, isOrdered: Bool, rowCapacity: Int) {
    self.views = views
    self.sections = sections
    self.isOrdered = isOrdered
    self.rowCapacity = rowCapacity
  }
}
