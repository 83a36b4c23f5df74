/// Turns a handler that lives on the main actor into the plain closure that strategies keep.
///
/// Strategies keep a plain closure that is *called on main*, for in virtual time main is whichever
/// thread runs the simulation, and that is not the main actor's.
func onMainActor<Update: Sendable>(
  _ handler: @escaping @MainActor (Update) -> Void
) -> @Sendable (Update) -> Void {
  { update in MainActor.assumeIsolated { handler(update) } }
}
