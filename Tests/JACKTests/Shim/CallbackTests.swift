import CJACK
import CTapShim
import Synchronization
import TapCallback
import TestSupport
import Testing

extension OnServer {
    @Suite("every callback that libjack may call")
    struct CallbackTests {
        enum Callback: CaseIterable, Sendable {
            case process, threadInit, bufferSize, sampleRate, xrun, graphOrder, portRegistration,
                portUnregistration, portRename, portConnect, portDisconnect, clientRegistration,
                clientUnregistration, freewheel, latency, property, shutdown, infoShutdown, errorMessage,
                infoMessage

            func call(_ client: ShimClient) {
                let argument = unsafe client.argument
                switch self {
                case .process: _ = unsafe tap_on_process(64, argument)
                case .threadInit: unsafe tap_on_thread_init(argument)
                case .bufferSize: _ = unsafe tap_on_buffer_size(128, argument)
                case .sampleRate: _ = unsafe tap_on_sample_rate(44_100, argument)
                case .xrun: _ = unsafe tap_on_xrun(argument)
                case .graphOrder: _ = unsafe tap_on_graph_order(argument)
                case .portRegistration: unsafe tap_on_port_registration(7, 1, argument)
                case .portUnregistration: unsafe tap_on_port_registration(7, 0, argument)
                case .portRename: unsafe tap_on_port_rename(7, "old", "new", argument)
                case .portConnect: unsafe tap_on_port_connect(7, 8, 1, argument)
                case .portDisconnect: unsafe tap_on_port_connect(7, 8, 0, argument)
                case .clientRegistration: unsafe tap_on_client_registration("name", 1, argument)
                case .clientUnregistration: unsafe tap_on_client_registration("name", 0, argument)
                case .freewheel: unsafe tap_on_freewheel(1, argument)
                case .latency: unsafe tap_on_latency(JackPlaybackLatency, argument)
                case .property: unsafe tap_on_property_change(1, "key", PropertyChanged, argument)
                case .shutdown: unsafe tap_on_shutdown(argument)
                case .infoShutdown: unsafe tap_on_info_shutdown(JackFailure, "reason", argument)
                case .errorMessage: unsafe tap_on_error_message("error")
                case .infoMessage: unsafe tap_on_info_message("information")
                }
            }

            /// The notice that it leaves, if any.
            var notice: (kind: tap_notice_kind, first: UInt32, second: UInt32, text: String, other: String)? {
                switch self {
                case .process, .threadInit, .errorMessage, .infoMessage: nil
                case .sampleRate: nil  // the first one is the rate that the client begins with
                case .bufferSize: (TAP_NOTICE_PERIOD_CHANGED, 128, 0, "", "")
                case .xrun: (TAP_NOTICE_XRUN, 0, 0, "", "")
                case .graphOrder: (TAP_NOTICE_GRAPH_REORDERED, 0, 0, "", "")
                case .portRegistration: (TAP_NOTICE_PORT_REGISTERED, 7, 0, "", "")
                case .portUnregistration: (TAP_NOTICE_PORT_UNREGISTERED, 7, 0, "", "")
                case .portRename: (TAP_NOTICE_PORT_RENAMED, 7, 0, "old", "new")
                case .portConnect: (TAP_NOTICE_CONNECTED, 7, 8, "", "")
                case .portDisconnect: (TAP_NOTICE_DISCONNECTED, 7, 8, "", "")
                case .clientRegistration: (TAP_NOTICE_CLIENT_REGISTERED, 0, 0, "name", "")
                case .clientUnregistration: (TAP_NOTICE_CLIENT_UNREGISTERED, 0, 0, "name", "")
                case .freewheel: (TAP_NOTICE_FREEWHEEL, 1, 0, "", "")
                case .latency: (TAP_NOTICE_LATENCY_CHANGED, 1, 0, "", "")
                case .property: (TAP_NOTICE_PROPERTY_CHANGED, 1, 0, "key", "")
                case .shutdown: (TAP_NOTICE_SERVER_LOST, 0, 0, "the server has shut down", "")
                case .infoShutdown: (TAP_NOTICE_SERVER_LOST, 1, 0, "reason", "")
                }
            }
        }

        @Test(
            "runs from tasks and from plain threads, while the main actor and another actor are blocked",
            arguments: Callback.allCases)
        func anywhere(_ callback: Callback) async throws {
            let client = try ShimClient()
            let call: @Sendable () -> Void = { callback.call(client) }
            await whileActorsAreBlocked {
                await Task.detached { call() }.value
                await withTaskGroup(of: Void.self) { group in group.addTask { call() } }
                await onOwnThread(call)
            }
            let notices = client.rest()
            guard let expected = callback.notice else {
                #expect(notices == [])
                return
            }
            #expect(notices.count == 3)
            for notice in notices {
                #expect(notice.kind == expected.kind)
                #expect(notice.first == expected.first)
                #expect(notice.second == expected.second)
                #expect(String(decoding: notice.text, as: UTF8.self) == expected.text)
                #expect(String(decoding: notice.other, as: UTF8.self) == expected.other)
                #expect(notice.time > 0)
            }
        }

        @Test("a period reaches the tap's callback with its facts")
        func period() throws {
            let seen = Mutex<(frames: UInt32, channels: UInt32, hasPlane: Bool)?>(nil)
            let client = try ShimClient(channels: 2) { period in
                let facts = (period.frames, period.channels, unsafe period.plane(0) != nil)
                seen.withLock { $0 = facts }
            }
            tap_messages_install()  // libjack complains of ports that are none
            #expect(unsafe tap_on_process(96, client.argument) == 0)
            let facts = seen.withLock { $0 }
            #expect(facts?.frames == 96)
            #expect(facts?.channels == 2)
            #expect(facts?.hasPlane == false)
            #expect(unsafe tap_figures_periods(client.figures) == 1)
        }

        @Test("the process thread's scheduling is known after its first period")
        func scheduling() async throws {
            let client = try ShimClient()
            var policy: Int32 = -1
            var priority: Int32 = -1
            #expect(unsafe !tap_client_scheduling(client.pointer, &policy, &priority))
            #expect(unsafe tap_on_process(64, client.argument) == 0)
            #expect(unsafe tap_client_scheduling(client.pointer, &policy, &priority))
            #expect(policy == 0)
            #expect(priority == 0)
        }

        @Test("a rate that changes is a notice; the one that a client begins with is none")
        func rate() throws {
            let client = try ShimClient()
            for rate: UInt32 in [48_000, 48_000, 96_000] {
                #expect(unsafe tap_on_sample_rate(rate, client.argument) == 0)
            }
            let notices = client.rest()
            #expect(notices.map(\.first) == [96_000])
            #expect(notices.map(\.kind) == [TAP_NOTICE_RATE_CHANGED])
        }

        @Test("a lost server stays lost, and each xrun and thread is counted")
        func counts() throws {
            let client = try ShimClient()
            #expect(unsafe !tap_figures_is_server_lost(client.figures))
            unsafe tap_on_shutdown(client.argument)
            #expect(unsafe tap_figures_is_server_lost(client.figures))
            for _ in 0..<3 {
                #expect(unsafe tap_on_xrun(client.argument) == 0)
                unsafe tap_on_thread_init(client.argument)
            }
            #expect(unsafe tap_figures_xruns(client.figures) == 3)
            #expect(unsafe tap_figures_threads_started(client.figures) == 3)
        }
    }
}
