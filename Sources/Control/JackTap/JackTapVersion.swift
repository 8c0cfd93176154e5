/// The version of the library and of the tool.
public enum JackTapVersion {
    public static let current = "0.1.0"
}
