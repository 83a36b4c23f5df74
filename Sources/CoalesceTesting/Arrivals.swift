/// Arrivals of virtual time, in their order.
struct Arrivals {
  var times: [UInt64] = []
  var next = 0
  var arrive: (Int) -> Void = { _ in }
  var nextTime: UInt64 = .max
}
