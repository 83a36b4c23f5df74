extension TrialLog {
  /// The sum of all latencies as a trial's cost counts them, in nanoseconds: an update waits for the
  /// first delivery that begins when it has been submitted, and for all of that.
  ///
  /// A reload reads the model at its end, and so may show an update that came while it was under
  /// way; that is luck, which the optimum has no part in, and the update is charged for the delivery
  /// of its own that follows. Where none follows, and where a strategy shows data of its own, an
  /// update waits until it was shown.
  /// - Parameter shownAt: when each update was first shown; each was.
  /// - Returns: the sum.
  func chargedLatency(shownAt: [UInt64]) -> Double {
    let services = deliveryKind == .list ? [] : reloadsByPlace
    var appliedAt =
      services.isEmpty ? shownAt : [UInt64](repeating: TrialLog.never, count: shownAt.count)
    for delivery in deliveries where !services.isEmpty {
      guard let index = delivery.applied else { continue }
      appliedAt[index] = min(appliedAt[index], delivery.shown)
    }
    return intended.indices.reduce(0) { sum, index in
      guard actual[index] != TrialLog.never else { return sum }
      var end = appliedAt[index]
      if !services.isEmpty {
        let place = Int(updates.view[index]) * sectionCount + Int(updates.row[index]) % sectionCount
        end = min(end, services[place].end(after: actual[index]) ?? TrialLog.never)
      }
      if end == TrialLog.never { end = shownAt[index] }
      return sum + Double(end - min(intended[index], end))
    }
  }

  /// Of each section of each view, the turns that reload it.
  private var reloadsByPlace: [[Reload]] {
    var reloads = [[Reload]](repeating: [], count: viewCount * sectionCount)
    var next = 0
    for commit in commits {
      while next < deliveries.count, deliveries[next].turn < commit.turn { next += 1 }
      let own = deliveries[next...].prefix { $0.turn == commit.turn }
      guard let last = own.last(where: { $0.view == commit.view && $0.applied == nil }) else {
        continue
      }
      let reload = Reload(start: last.start, end: commit.time)
      for section in 0..<sectionCount where commit.sections >> UInt(section) & 1 == 1 {
        reloads[commit.view * sectionCount + section].append(reload)
      }
    }
    return reloads
  }
}

/// When the last reload of a turn began, and when the turn ended.
private struct Reload {
  let start: UInt64
  let end: UInt64
}

extension [Reload] {
  /// The end of the first that began at `time` or later; O(log n), for they ascend.
  fileprivate func end(after time: UInt64) -> UInt64? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start < time { low = middle + 1 } else { high = middle }
    }
    return low < count ? self[low].end : nil
  }
}
