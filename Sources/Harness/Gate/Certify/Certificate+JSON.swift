/// For programs: with the bounds and the verdicts that follow from the counts.
extension Certificate: Encodable {
  private enum Key: String, CodingKey {
    case falseAlarms, falseImprovements, inconclusive, cells, isBurnt, canBeBelieved, isEnough
  }

  /// Writes everything that is counted, and what follows from it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(falseAlarms, forKey: .falseAlarms)
    try values.encode(falseImprovements, forKey: .falseImprovements)
    try values.encode(inconclusive, forKey: .inconclusive)
    try values.encode(cells, forKey: .cells)
    try values.encode(isBurnt, forKey: .isBurnt)
    try values.encode(canBeBelieved, forKey: .canBeBelieved)
    try values.encode(isEnough, forKey: .isEnough)
  }
}

extension Certificate.Count: Encodable {
  private enum Key: String, CodingKey {
    case happened, of, atMost, atLeast
  }

  /// Writes the counts with both bounds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(happened, forKey: .happened)
    try values.encode(of, forKey: .of)
    try values.encode(atMost, forKey: .atMost)
    try values.encode(atLeast, forKey: .atLeast)
  }
}
