/// Builds the body that a host runs for every period.
///
/// The closure is one call, because `@_noLocks` does not reach into closures; it is written here, outside any actor,
/// so that it carries no isolation and no thread can trap in it.
/// - Realtime: the closure is safe.
public nonisolated func makePeriodCallback(into tap: Tap) -> PeriodCallback {
    { period in tap.accept(period) }
}
