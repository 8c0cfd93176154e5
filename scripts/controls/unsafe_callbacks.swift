// Callbacks that break the realtime rule, one in each way: the control of scripts/check-symbols, which must find them
// all. Never part of the package.
import Glibc

/// Counts what the callbacks do.
final class Counter {
    /// How often a callback ran.
    var value = 0
}

/// What a callback may hold on to.
// SAFETY: never run; only compiled and looked at.
nonisolated(unsafe) var held: Counter?

/// A global with an initializer: its first use takes a lock.
let lazyTable = (0..<getpid()).map { Int($0) }

@c(control_retain)
func retain(_ context: UnsafeRawPointer) {
    held = Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue()
}

@c(control_allocate)
func allocate(_ context: UnsafeRawPointer) { held = Counter() }

@c(control_once)
func once(_ context: UnsafeRawPointer) -> Int { lazyTable[0] }

@c(control_access)
func access(_ context: UnsafeRawPointer) { held?.value += 1 }

@c(control_write)
func log(_ context: UnsafeRawPointer) { _ = write(2, context, 1) }
