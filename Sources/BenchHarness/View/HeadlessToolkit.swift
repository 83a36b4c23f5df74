final class HeadlessToolkit: Toolkit {
  private let costs: CostModel
  private let spend: (UInt64) -> Void

  init(costs: CostModel, spend: @escaping (UInt64) -> Void) {
    self.costs = costs
    self.spend = spend
  }

  func open(_ request: ViewRequest, telling observer: any MainLoopObserver) -> [any ListView] {
    (0..<request.views).map { _ in HeadlessListView(request, costs: costs, spend: spend) }
  }

  func turn() { MainLoop.pass() }
}
