import JackTapCommand
import Testing

@Suite("The help")
struct HelpTests {
    struct Page: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var options: [String]
        var testDescription: String { name }

        init<Settings>(_ command: CommandSpec<Settings>) {
            name = command.name
            text = HelpText.text(for: command)
            options = command.options.filter { $0.summary != nil }.map(\.name) + InformationRequest.names
        }

        static let all = [
            Page(CommandSpec<RecordSettings>.record), Page(CommandSpec<PortsSettings>.ports),
            Page(CommandSpec<SelftestSettings>.selftest),
        ]
    }

    @Test("fits 80 columns, and ends in one newline", arguments: Page.all)
    func width(page: Page) {
        for line in page.text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
        #expect(page.text.hasSuffix("\n") && !page.text.hasSuffix("\n\n"))
    }

    @Test("has every option of the table at the start of a line", arguments: Page.all)
    func options(page: Page) {
        let lines = page.text.split(separator: "\n")
        for option in page.options {
            #expect(
                lines.contains { $0.hasPrefix("  ") && $0.prefix(8 + option.count).contains("--\(option)") },
                "--\(option)")
        }
    }

    @Test("has examples and the exit status", arguments: Page.all)
    func sections(page: Page) {
        #expect(page.text.contains("EXAMPLES:\n"))
        #expect(page.text.contains("EXIT STATUS:\n"))
        #expect(page.text.hasPrefix("Usage: jacktap \(page.name) [OPTION...]"))
    }

    @Test("never mentions what does not work yet")
    func future() {
        for text in Page.all.map(\.text) + [MainHelp.text] {
            for word in ["verify FILE", "repair", "bench", "server-timeout", "wait for the server to return"]
            {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test("of the tool lists every command within 80 columns")
    func main() {
        for page in Page.all { #expect(MainHelp.text.contains("\n  \(page.name) ")) }
        for line in MainHelp.text.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test("wraps at spaces, and leaves a word that is too long whole")
    func wrapping() {
        #expect(HelpText.wrap("aa bb cc", width: 5) == ["aa bb", "cc"])
        #expect(HelpText.wrap("a longword b", width: 4) == ["a", "longword", "b"])
        #expect(HelpText.wrap("", width: 4).isEmpty)
    }
}
