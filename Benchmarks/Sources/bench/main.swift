// Asks one question a file, and prints percentiles, never means. `--smoke` asks each once, briefly: it proves that the
// answers are right, not that they are quick.

import Glibc

let isSmoke = CommandLine.arguments.dropFirst().contains("--smoke")
guard CommandLine.arguments.dropFirst().allSatisfy({ $0 == "--smoke" }) else {
    print("usage: bench [--smoke]")
    exit(64)
}
print(Machine.description)
do {
    let isMet = try CallbackCost(isSmoke: isSmoke).answer()
    try RingCost(isSmoke: isSmoke).answer()
    if !isMet {
        print("\nbench: the callback missed its target")
        exit(1)
    }
} catch {
    print("bench: \(error)")
    exit(1)
}
