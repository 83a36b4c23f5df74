import BenchLibrarySupport
import Coalesce
import Dispatch
import Testing

/// Handlers as an app's author would write them, in every place that takes one: each compiles, resolves to the right
/// overload, and is called.
@MainActor struct HandlerMatrixTests {
  private let store = Store()
  private let model = Model()
  private let screen: Screen

  init() { screen = Screen(store) }

  @Test(arguments: Place.allCases)
  func everyHandlerResolvesToItsOverload(_ place: Place) async {
    for (index, reload) in reloads(place).enumerated() {
      let kind = Kind.allCases[index % 4]
      store.calls.withLock { $0 = 0 }
      reload.setNeedsUpdate()
      guard place != .queue else {
        // The queue runs concurrently with this test.
        for _ in 0..<2 { await reload.allDelivered() }
        #expect(
          store.calls.withLock { $0 } == (kind.throwsFirst ? 2 : 1), "\(kind), handler \(index)")
        continue
      }
      reload.flush()
      // An asynchronous handler begins in a later pass.
      #expect(store.calls.withLock { $0 } == (kind.isAsync ? 0 : 1), "\(kind), handler \(index)")
      var failures = kind.throwsFirst && !kind.isAsync ? 1 : 0
      while await !reload.allDelivered(), failures < 2 { failures += 1 }
      #expect(failures == (kind.throwsFirst ? 1 : 0), "\(kind), handler \(index)")
      #expect(reload.statistics.deliveries == 1, "\(kind), handler \(index)")
      #expect(store.calls.withLock { $0 } == failures + 1, "\(kind), handler \(index)")
    }
  }

  /// Each place has all kinds in this order, most first without the update, then with it.
  enum Kind: CaseIterable {
    case plain, throwing, async, asyncThrowing

    var isAsync: Bool { self == .async || self == .asyncThrowing }
    var throwsFirst: Bool { self == .throwing || self == .asyncThrowing }
  }

  final class Store: Sendable {
    struct Full: Error {}

    let calls = Locked(0)

    func show(_ count: UpdateCount = .one) { calls.withLock { $0 += count.updateCount } }
    func load(_ count: UpdateCount = .one) async { show(count) }
    func send(_ count: UpdateCount = .one) async throws { try write(count) }

    /// Throws at the first call.
    func write(_ count: UpdateCount = .one) throws {
      show(count)
      if calls.withLock({ $0 }) == 1 { throw Full() }
    }
  }

  /// Neither isolated to an actor nor Sendable.
  final class Model {
    var shown = 0
  }

  /// A view that creates its own coalescers.
  @MainActor final class Screen {
    private let store: Store
    private let model = Model()

    init(_ store: Store) { self.store = store }

    private func show(_ count: UpdateCount = .one) { store.show(count) }
    private func write(_ count: UpdateCount = .one) throws { try store.write(count) }
    private func load(_ count: UpdateCount = .one) async { await store.load(count) }
    private func send(_ count: UpdateCount = .one) async throws { try await store.send(count) }

    func weakly() -> [Reload] {
      let all = HandlerMatrixTests.eight()
      all[0].onDelivery { [weak self] in self?.show() }
      all[1].onDelivery { [weak self] in try self?.write() }
      all[2].onDelivery { [weak self] in await self?.load() }
      all[3].onDelivery { [weak self] in try await self?.send() }
      all[4].onDelivery { [weak self] count in self?.show(count) }
      all[5].onDelivery { [weak self] count in
        guard let self else { return }
        try write(count)
      }
      all[6].onDelivery { [weak self] count in
        guard let self else { return }
        await load(count)
        model.shown += 1
      }
      all[7].onDelivery { [weak self] count in try await self?.send(count) }
      return all
    }

    func asTarget() -> [Reload] {
      let all = HandlerMatrixTests.eight()
      all[0].onDelivery(to: self) { screen in screen.show() }
      all[1].onDelivery(to: self) { screen in try screen.write() }
      all[2].onDelivery(to: self) { screen in await screen.load() }
      all[3].onDelivery(to: self, whenNewer: .cancel) { screen in try await screen.send() }
      all[4].onDelivery(to: self) { screen, count in screen.show(count) }
      all[5].onDelivery(to: self) { screen, count in
        screen.model.shown += 1
        try screen.write(count)
      }
      all[6].onDelivery(to: self, whenNewer: .cancel) { screen, count in await screen.load(count) }
      all[7].onDelivery(to: self) { screen, count in
        for _ in 0..<1 { try await screen.send(count) }
        screen.model.shown += 1
      }
      return all
    }
  }

  enum Place: CaseIterable {
    case queue, onDelivery, targetNotSendable, modelNotSendable, nonisolated, weakSelf, screen
  }

  private func reloads(_ place: Place) -> [Reload] {
    let queue = DispatchQueue(label: "writes")
    let all = Self.eight()
    switch place {
    case .queue:
      let four = (0..<4).map { _ in Reload(.nextPass, on: .queue(queue)) }
      four[0].onQueueDelivery { store.show($0) }
      four[1].onQueueDelivery { try store.write($0) }
      four[2].onQueueDelivery { await store.load($0) }
      four[3].onQueueDelivery { try await store.send($0) }
      return four
    case .onDelivery:
      all[0].onDelivery { store.show() }
      all[1].onDelivery { try store.write() }
      all[2].onDelivery { await store.load() }
      all[3].onDelivery { try await store.send() }
      all[4].onDelivery { store.show($0) }
      all[5].onDelivery { try store.write($0) }
      all[6].onDelivery { await store.load($0) }
      all[7].onDelivery { try await store.send($0) }
      let functions = Self.eight()
      functions[0].onDelivery(store.show)
      functions[1].onDelivery(store.write)
      functions[2].onDelivery(store.load)
      functions[3].onDelivery(store.send)
      return all + functions.prefix(4)
    case .targetNotSendable:
      all[0].onDelivery(to: model) { _ in store.show() }
      all[1].onDelivery(to: model) { _ in try store.write() }
      all[2].onDelivery(to: model) { model in
        await store.load()
        model.shown += 1
      }
      all[3].onDelivery(to: model) { model in
        try await store.send()
        model.shown += 1
      }
      all[4].onDelivery(to: model) { model, count in
        model.shown += count.updateCount
        store.show(count)
      }
      all[5].onDelivery(to: model) { model, count in
        model.shown += count.updateCount
        try store.write(count)
      }
      all[6].onDelivery(to: model) { model, count in
        await store.load(count)
        model.shown += count.updateCount
      }
      all[7].onDelivery(to: model) { model, count in
        try await store.send(count)
        model.shown += count.updateCount
      }
    case .modelNotSendable:
      all[0].onDelivery {
        model.shown += 1
        store.show()
      }
      all[1].onDelivery {
        model.shown += 1
        try store.write()
      }
      all[2].onDelivery {
        await store.load()
        model.shown += 1
      }
      all[3].onDelivery {
        try await store.send()
        model.shown += 1
      }
      return Array(all.prefix(4))
    case .nonisolated: return Self.fromAnywhere(store)
    case .weakSelf: return screen.weakly()
    case .screen: return screen.asTarget()
    }
    return all
  }

  nonisolated static func eight() -> [Reload] { (0..<8).map { _ in Reload(.nextPass) } }

  private nonisolated static func fromAnywhere(_ store: Store) -> [Reload] {
    let all = eight()
    all[0].onDelivery { [weak store] in store?.show() }
    all[1].onDelivery { try store.write() }
    all[2].onDelivery { await store.load() }
    all[3].onDelivery { [weak store] in try await store?.send() }
    all[4].onDelivery { count in store.show(count) }
    all[5].onDelivery { [weak store] count in try store?.write(count) }
    all[6].onDelivery { count in await store.load(count) }
    all[7].onDelivery { count in try await store.send(count) }
    return all
  }
}
