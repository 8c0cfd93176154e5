import SwiftSyntax

extension Rule {
    static let closuresStayOutOfC = Rule(
        description: "no closure literal is handed to a C function, or written as one",
        bad: [
            Example("actor A { func f() { jack_set_process_callback(c, { _, _ in 0 }, nil) } }"),
            Example("@MainActor final class A { func f() { pthread_create(&t, nil, { _ in nil }, nil) } }"),
            Example("func f() { tap_client_listen(c) { _ in } }"),
            Example("func f() { unsafe jack_on_shutdown(c, { _ in }, nil) }"),
            Example("func f() { signal(SIGINT) { _ in } }"),
            Example("let entry: @convention(c) (Int) -> Void = { _ in }"),
            Example("let entry = { (x: Int) in } as @convention(c) (Int) -> Void"),
        ],
        good: [
            Example("func f() { pthread_create(&t, nil, runJobs, argument) }"),
            Example("actor A { func f() { withUnsafePointer(to: x) { jack_use($0) } } }"),
            Example("func f() { jack_free(list.map { $0 }) }"),
            Example("typealias Entry = @convention(c) (Int) -> Void"),
        ],
        applies: Place.isSource
    ) { file in
        let calls = file.all(FunctionCallExprSyntax.self).filter { call in
            isCFunction(call.callee) && !call.closures.isEmpty
        }
        let bindings = file.all(PatternBindingSyntax.self).filter { binding in
            binding.initializer?.value.is(ClosureExprSyntax.self) == true
                && binding.typeAnnotation?.trimmedDescription.contains("@convention(c)") == true
        }
        let casts = file.all(SequenceExprSyntax.self).filter { sequence in
            sequence.elements.first?.is(ClosureExprSyntax.self) == true
                && sequence.trimmedDescription.contains("as @convention(c)")
        }
        return calls.map { file.breach(at: $0, "a closure literal is handed to the C function \($0.callee)") }
            + bindings.map { file.breach(at: $0, "a closure literal becomes a C function") }
            + casts.map { file.breach(at: $0, "a closure literal becomes a C function") }
    }

    /// C's names have underscores and no capitals at the start, which the format check forbids to Swift's.
    private static func isCFunction(_ name: String) -> Bool {
        let plain: Set = [
            "signal", "sigaction", "atexit", "qsort", "bsearch", "ftw", "nftw", "scandir", "clone",
        ]
        return plain.contains(name)
            || name.first?.isLowercase == true && name.contains("_") && !name.contains(".")
    }

    static let tasksHaveAnOwner = Rule(
        description: "every Task is kept by somebody who can cancel it",
        bad: [
            Example("func f() { Task { await g() } }"),
            Example("func f() { Task.detached { await g() }; h() }"),
            Example("func f() { _ = Task { await g() } }"),
            Example("func f() { Task<Void, Never> { await g() } }"),
            Example("func f() { stream.onTermination = { _ in Task { await g() } } }"),
            Example("func f() { Task(priority: .high) { await g() } }"),
            Example("func f() { if x { Task { await g() } } }"),
        ],
        good: [
            Example("func f() { task = Task { await g() } }"),
            Example("func f() { let task = Task { await g() }; defer { task.cancel() } }"),
            Example("func f() -> Task<Void, Never> { Task { await g() } }"),
            Example("var watch: Task<Void, Never> { Task { await g() } }"),
            Example("func f() { tasks.append(Task { await g() }) }"),
            Example("func f() { return Task { await g() } }"),
            Example("func f() async { await Task { await g() }.value }"),
            Example("func f() async throws { try await Task.sleep(for: .seconds(1)) }"),
        ],
        applies: Place.isSource
    ) { file in
        let tasks = file.all(FunctionCallExprSyntax.self).filter { call in
            ["Task", "Task.detached", "Task.init", "Task.immediate"].contains(call.callee)
                && !call.closures.isEmpty && isDropped(call)
        }
        return tasks.map { file.breach(at: $0, "nobody keeps this task, so nobody can cancel it") }
    }

    /// Whether an expression is a statement by itself, or assigned to nothing.
    private static func isDropped(_ call: FunctionCallExprSyntax) -> Bool {
        if let list = call.parent?.as(ExprListSyntax.self),
            list.first?.is(DiscardAssignmentExprSyntax.self) == true
        {
            return true
        }
        guard let item = call.parent?.as(CodeBlockItemSyntax.self) else { return false }
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return true }
        // The only statement of something that says that it returns a value is that value.
        for around in list.surroundings {
            if let function = around.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause == nil
            }
            if around.is(AccessorDeclSyntax.self) || around.is(PatternBindingSyntax.self) { return false }
            if let closure = around.as(ClosureExprSyntax.self) {
                return closure.signature?.returnClause == nil
            }
            if !around.is(CodeBlockSyntax.self), !around.is(AccessorBlockSyntax.self) { return true }
        }
        return true
    }

    static let cancelledSleepsAreHeard = Rule(
        description: "a sleep that is cancelled is not taken for one that is over",
        bad: [
            Example("func f() async { try? await Task.sleep(for: .seconds(1)) }"),
            Example("func f() async { _ = try? await clock.sleep(until: t) }"),
            Example(
                "func f() async { try? await Task.sleep(nanoseconds: 1) }", in: "Tests/Scenarios/X.swift"),
        ],
        good: [
            Example("func f() async throws { try await Task.sleep(for: .seconds(1)) }"),
            Example("func f() async { let x = try? await g() }"),
        ],
        applies: { Place.isSource($0) || Place.isTestWithoutSleeps($0) }
    ) { file in
        let tries = file.all(TryExprSyntax.self).filter { attempt in
            attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
                && attempt.expression.all(FunctionCallExprSyntax.self).contains {
                    $0.callee.hasSuffix(".sleep")
                }
        }
        return tries.map { file.breach(at: $0, "try? swallows the cancellation of a sleep") }
    }
}
