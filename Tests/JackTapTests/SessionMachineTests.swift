import Testing

@testable import JackTap

@Suite("The session's rules")
struct SessionMachineTests {
    @Test("a take goes from idle to finished through every state")
    func wholeTake() {
        var machine = SessionMachine()
        let steps: [(SessionStep, SessionState)] = [
            (.start, .opening), (.arm, .armed), (.firstPeriod, .recording(.steady)),
            (.roll(.stalled), .recording(.stalled)), (.roll(.steady), .recording(.steady)),
            (.end(.stopped), .draining(.stopped)), (.clientLeft, .finishing(.stopped)),
            (.finish, .finished(.stopped)),
        ]
        for (step, state) in steps {
            let isTaken1 = machine.take(step)
            #expect(isTaken1)
            #expect(machine.state == state)
        }
    }

    @Test("the first reason to end wins")
    func firstReasonWins() {
        var machine = SessionMachine()
        machine.take(.start)
        let isTaken2 = machine.take(.end(.cancelled))
        #expect(isTaken2)
        let isTaken3 = machine.take(.end(.stopped))
        #expect(!isTaken3)
        #expect(machine.state == .draining(.cancelled))
    }

    @Test(
        "a step that does not fit changes nothing",
        arguments: [
            SessionStep.arm, .firstPeriod, .roll(.held), .end(.stopped), .clientLeft, .finish,
        ])
    func impossibleFromIdle(step: SessionStep) {
        var machine = SessionMachine()
        let isTaken4 = machine.take(step)
        #expect(!isTaken4)
        #expect(machine.state == .idle)
    }

    @Test("a take that is over may be followed by another, and no late step of the first reaches it")
    func anotherTake() {
        var machine = SessionMachine()
        machine.take(.start)
        machine.take(.end(.stopped))
        machine.take(.finish)
        let isTaken5 = machine.take(.clientLeft)
        #expect(!isTaken5)
        let isTaken6 = machine.take(.firstPeriod)
        #expect(!isTaken6)
        let isTaken7 = machine.take(.start)
        #expect(isTaken7)
        #expect(machine.state == .opening)
    }

    @Test("a server that never lets the client go does not keep the take from finishing")
    func finishWithoutLeaving() {
        var machine = SessionMachine()
        machine.take(.start)
        machine.take(.end(.stalled))
        let isTaken8 = machine.take(.finish)
        #expect(isTaken8)
        #expect(machine.state == .finished(.stalled))
    }
}
