internal import CTapShim
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// Turns notices, which know ports by number, into events, which know them by name.
///
/// The numbers' names are kept here from the moment a port is registered: when it is gone, its number may already be
/// another port's.
struct NoticeReader {
    private var names: [UInt32: PortName] = [:]
    /// Ports that were there before us: libjack tells their address, but not their number.
    private var earlier: [UInt: PortName] = [:]
    private var messages = MessageReader()
    private var noticesTaken: UInt64 = 0
    private var noticesLost = 0
    private var messagesLost = 0
    private var hasToldLoss = false

    init(_ client: borrowing OpenClient) {
        let listing = PortListing(client)
        for name in listing.names() {
            if let port = unsafe listing.port(named: name) { earlier[UInt(bitPattern: port)] = name }
        }
    }

    /// How much was read.
    var progress: NoticeProgress {
        NoticeProgress(
            notices: noticesTaken, noticesLost: noticesLost, messages: messages.position)
    }

    /// Everything that has been announced since the last call.
    mutating func events(of client: borrowing OpenClient) -> [HostEvent] {
        var events: [HostEvent] = []
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(TAP_NOTICE_TEXT_BYTES)) { text in
            guard let start = text.baseAddress else { return }
            while let notice = unsafe client.nextNotice(into: start) {
                noticesTaken += 1
                // SAFETY: C has written both texts, one behind the other, and says how long they are.
                let bytes = unsafe text.prefix(Int(notice.text_length + notice.other_length))
                    .map { UInt8(bitPattern: $0) }
                let first = Array(bytes.prefix(Int(notice.text_length)))
                let other = Array(bytes.dropFirst(Int(notice.text_length)))
                if let kind = kind(of: notice, first, other, PortListing(client)) {
                    events.append(HostEvent(kind, time: MonotonicTime(rawValue: notice.time)))
                }
            }
        }
        appendMessages(to: &events)
        appendLosses(of: client, to: &events)
        return events
    }

    private mutating func kind(
        of notice: tap_notice, _ text: [UInt8], _ other: [UInt8], _ ports: borrowing PortListing
    ) -> HostEvent.Kind? {
        switch tap_notice_kind(notice.kind) {
        case TAP_NOTICE_XRUN: return .xrun
        case TAP_NOTICE_PORT_REGISTERED:
            let name = text.isEmpty ? currentName(notice.first, ports) : PortName(bytes: text)
            names[notice.first] = name
            return .portRegistered(name)
        case TAP_NOTICE_PORT_UNREGISTERED: return unregistered(notice.first, ports)
        case TAP_NOTICE_PORT_RENAMED:
            let new = PortName(bytes: other)
            names[notice.first] = new
            return .portRenamed(from: PortName(bytes: text), to: new)
        case TAP_NOTICE_CONNECTED:
            return .connected(source: name(notice.first, ports), destination: name(notice.second, ports))
        case TAP_NOTICE_DISCONNECTED:
            return .disconnected(source: name(notice.first, ports), destination: name(notice.second, ports))
        case TAP_NOTICE_CLIENT_REGISTERED: return .clientRegistered(PortName.printable(text))
        case TAP_NOTICE_CLIENT_UNREGISTERED: return .clientUnregistered(PortName.printable(text))
        case TAP_NOTICE_PERIOD_CHANGED: return .periodChanged(notice.first)
        case TAP_NOTICE_RATE_CHANGED: return .rateChanged(SampleRate(notice.first))
        case TAP_NOTICE_FREEWHEEL: return .freewheel(notice.first != 0)
        case TAP_NOTICE_GRAPH_REORDERED: return .graphReordered
        case TAP_NOTICE_LATENCY_CHANGED: return .latencyChanged
        case TAP_NOTICE_PROPERTY_CHANGED: return .propertyChanged
        case TAP_NOTICE_SERVER_LOST: return serverLost(reason: text)
        default: return nil
        }
    }

    /// A port that went. libjack says it twice when its client crashed, and then the second time is no event.
    private mutating func unregistered(_ id: UInt32, _ ports: borrowing PortListing) -> HostEvent.Kind? {
        if let name = names.removeValue(forKey: id) { return .portUnregistered(name) }
        guard let port = unsafe ports.port(numbered: id),
            let name = earlier.removeValue(forKey: UInt(bitPattern: port))
        else { return nil }
        return .portUnregistered(name)
    }

    private mutating func serverLost(reason: [UInt8]) -> HostEvent.Kind? {
        guard !hasToldLoss else { return nil }
        hasToldLoss = true
        return .serverLost(reason: reason.isEmpty ? "the server went away" : PortName.printable(reason))
    }

    private mutating func appendMessages(to events: inout [HostEvent]) {
        while let message = messages.next() {
            events.append(HostEvent(.message(message.text), time: MonotonicTime(rawValue: message.time)))
        }
    }

    /// What the queues had no room for. The loss of the server is told in any case.
    private mutating func appendLosses(of client: borrowing OpenClient, to events: inout [HostEvent]) {
        let (lost, time) = (client.figures.noticesLost, SystemClock().now())
        let missing = lost - noticesLost + messages.lost - messagesLost
        if missing > 0 { events.append(HostEvent(.noticesLost(missing), time: time)) }
        (noticesLost, messagesLost) = (lost, messages.lost)
        if client.isLost, let kind = serverLost(reason: []) { events.append(HostEvent(kind, time: time)) }
    }

    // MARK: Names

    private func name(_ id: UInt32, _ ports: borrowing PortListing) -> PortName {
        if let name = names[id] { return name }
        if let port = unsafe ports.port(numbered: id), let name = earlier[UInt(bitPattern: port)] {
            return name
        }
        return currentName(id, ports)
    }

    private func currentName(_ id: UInt32, _ ports: borrowing PortListing) -> PortName {
        if let port = unsafe ports.port(numbered: id), let name = unsafe PortListing.name(of: port) {
            return name
        }
        return PortName("port \(id)")
    }
}
