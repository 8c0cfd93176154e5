internal import TapConcurrency

/// The command line cannot be understood: what is wrong with which argument, and what would be right.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description.printable }
}
