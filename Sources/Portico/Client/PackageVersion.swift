/// The version of this package, as user agents, recordings and the command tell it.
package enum PackageVersion {
    package static let current = "0.1.0"
}
