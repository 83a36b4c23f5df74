import Coalesce

/// Decides where in a display's frame a trial begins. The fractional parts of an irrational number's multiples spread
/// consecutive trials evenly over the frame, however many there are (H. Weyl, "Über die Gleichverteilung von Zahlen
/// mod. Eins", 1916).
enum FramePhase {
  /// The phase of the frames that strategies assume: whole frames of 1/60 s on the clock.
  static func nanoseconds(_ number: Int) -> UInt64 { part(0.618_033_988_75, number) }

  /// The phase of a screen's own frames, which is independent of the other.
  static func ofScreen(_ number: Int) -> UInt64 { part(0.754_877_666_25, number) }

  /// The first trial begins with a frame.
  private static func part(_ step: Double, _ number: Int) -> UInt64 {
    let multiple = Double(number - 1) * step
    return UInt64((multiple - multiple.rounded(.down)) * Felt.frame)
  }

  /// A time with the phase of trial `number`, at `time` or within two frames after it, in nanoseconds of the clock.
  static func start(_ number: Int, notBefore time: UInt64) -> UInt64 {
    let frames = (Double(time) / Felt.frame).rounded(.up)
    return UInt64(frames * Felt.frame) + nanoseconds(number)
  }
}
