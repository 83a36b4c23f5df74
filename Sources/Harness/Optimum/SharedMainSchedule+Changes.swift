extension SharedMainSchedule {
  /// One step taken out, another put in, or both.
  struct Change {
    /// Where a step is taken out; nil for nowhere.
    var removed: Int?
    /// What is put in, and where, counted when the other one is out; nil for nothing.
    var added: (step: SharedMain.Step, position: Int)?

    /// The steps, changed.
    func applied(to steps: [SharedMain.Step]) -> [SharedMain.Step] {
      var steps = steps
      if let removed { steps.remove(at: removed) }
      if let added { steps.insert(added.step, at: added.position) }
      return steps
    }
  }

  /// How far a step is moved, in the order and in instants of arrival.
  private static let reach = 4

  /// What can be tried with the step at `position`: to leave it out, to move it, to have it wait
  /// for more or for fewer updates, to make a delivery for fewer of them before it.
  func changes(of steps: [SharedMain.Step], at position: Int) -> [Change] {
    let own = steps[position]
    let places = max(0, position - Self.reach)...min(steps.count - 1, position + Self.reach)
    let others = instants(near: own)
    var changes = [Change(removed: position)]
    for place in places {
      for step in [own] + others where place != position || step.last != own.last {
        changes.append(Change(removed: position, added: (step, place)))
      }
    }
    for place in places where place <= position {
      for step in others where step.last < own.last {
        changes.append(Change(added: (step, place)))
      }
    }
    return changes
  }

  /// The same delivery at the next and at the last few instants at which updates of its view come.
  private func instants(near step: SharedMain.Step) -> [SharedMain.Step] {
    let times = main.arrivals[step.view]
    var found: [Int] = []
    var last = step.last
    for _ in 0..<Self.reach where last < times.count {
      last = main.arrived(step.view, by: times[last], from: last)
      found.append(last)
    }
    last = step.last
    for _ in 0..<Self.reach {
      let time = times[last - 1]
      guard times[0] < time else { break }
      while times[last - 1] == time { last -= 1 }
      found.append(last)
    }
    return found.map { SharedMain.Step(view: step.view, last: $0) }
  }
}
