// One import gives session, host and files.
@_exported public import JACKHost
@_exported public import TakeFiles
@_exported public import TapConcurrency
@_exported public import TapHost
@_exported public import TapRing
