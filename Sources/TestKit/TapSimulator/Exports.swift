// One import gives everything that a test of a tap needs.
@_exported public import TapCallback
@_exported public import TapConcurrency
@_exported public import TapHost
@_exported public import TapRing
