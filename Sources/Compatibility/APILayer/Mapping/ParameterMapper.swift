public import Foundation
import Synchronization

/// Says which parameters and fields a router's request has, and extracts values from the JSON of its answer. Subclass
/// it, and set ``API/parameterMapper``.
///
/// It is asked from any thread. What a subclass adds of its own has to stand that.
open class ParameterMapper {
    private let formatter: Mutex<DateFormatter>

    /// A mapper without parameters and fields, whose dates are those of RFC 3339 in whole seconds.
    public init() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
        self.formatter = Mutex(formatter)
    }

    /// How dates are written. Set up a formatter before you set it here, and leave it alone from then on.
    public final var dateFormatter: DateFormatter {
        get { formatter.withLock(\.self) }
        set { formatter.withLock { $0 = newValue } }
    }

    /// The parameters of a router, which ``RouterProtocol/encoding`` says the place of; none unless overridden.
    open func parametersForRouter(router: any RouterProtocol) -> [String: Any] { [:] }

    /// The fields of a router's request, such as the token; none unless overridden. Asked anew when a request is sent
    /// again after a refresh. They go to the router's server only, and are hidden where the request is printed.
    open func headersForRouter(router: any RouterProtocol) -> [String: String] { [:] }

    /// The value at a key of an object, of the type that is inferred.
    ///
    /// The error is set where it is missing or of another kind, unless it was set before. What is returned then is only
    /// there to be assigned.
    public final func value<Value: RepresentedValue>(
        fromRepresentation representation: Any, key: String, error: inout (any Error)?
    ) -> Value {
        read((representation as? [String: Any])?[key], at: key, error: &error)
    }

    /// The value at a key of an object; nil where it is missing or of another kind, in any part of it.
    public final func value<Value: RepresentedValue>(fromRepresentation representation: Any, key: String) -> Value? {
        var error: (any Error)?
        let value: Value = value(fromRepresentation: representation, key: key, error: &error)
        return error == nil ? value : nil
    }

    /// The object at a key of an object, with members of any kind.
    public final func value(
        fromRepresentation representation: Any, key: String, error: inout (any Error)?
    ) -> [String: Any] {
        var own: (any Error)?
        let members = members(of: (representation as? [String: Any])?[key], error: &own)
        error = error ?? own.map { RepresentationError.at(key, $0) }
        return members
    }

    /// The object at a key of an object; nil where it is missing or none.
    public final func value(fromRepresentation representation: Any, key: String) -> [String: Any]? {
        (representation as? [String: Any])?[key] as? [String: Any]
    }

    /// Reads what is at a place, where an error says so.
    final func read<Value: RepresentedValue>(
        _ representation: Any?, at place: String, error: inout (any Error)?
    ) -> Value {
        var own: (any Error)?
        let value = Value.value(of: representation, by: self, error: &own)
        error = error ?? own.map { RepresentationError.at(place, $0) }
        return value
    }

    final func date(from text: String) -> Date? { formatter.withLock { $0.date(from: text) } }
    final func text(of date: Date) -> String { formatter.withLock { $0.string(from: date) } }
}
