import Foundation
import Portico
import PorticoTesting

/// The style of the endpoints below, which are generic and so have no style of their own.
enum EndpointStyle {
    @TaskLocal static var current = ParameterStyle.inherited
}

protocol StyledEndpoint: Endpoint where Response == Void, Failure == ErrorBody {}

extension StyledEndpoint {
    static var style: ParameterStyle { EndpointStyle.current }
}

/// A value with no wrapper, where its method or route puts it.
protocol PlainEndpoint<Value>: StyledEndpoint {
    associatedtype Value
    init(x: Value)
}

/// A value with a wrapper, in a style of its own.
protocol WrappedEndpoint<Value>: StyledEndpoint {
    associatedtype Value
    init(_ value: Value, _ style: ParameterStyle)
}

struct InPath<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "GET /p/{x}/e" }
    var x: Value
}

struct InOpenPath<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "GET /p/{+x}/e" }
    var x: Value
}

struct InQuery<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "GET /q" }
    var x: Value
}

struct WrappedInQuery<Value: Encodable & Sendable>: WrappedEndpoint {
    static var route: Route { "POST /q" }
    @Query var x: Value
    init(_ value: Value, _ style: ParameterStyle) { _x = Query(wrappedValue: value, style: style) }
}

struct WrappedInHeader<Value: Encodable & Sendable>: WrappedEndpoint {
    static var route: Route { "GET /h" }
    @Header var x: Value
    init(_ value: Value, _ style: ParameterStyle) { _x = Header(wrappedValue: value, style: style) }
}

struct InJSON<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "POST /j" }
    var x: Value
}

struct WrappedInJSON<Value: Encodable & Sendable>: WrappedEndpoint {
    static var route: Route { "GET /j" }
    @Field var x: Value
    init(_ value: Value, _ style: ParameterStyle) { _x = Field(wrappedValue: value, style: style) }
}

struct WholeJSON<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "POST /b" }
    @Body var x: Value
}

struct InForm<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "POST /f" }
    static var bodyFormat: BodyFormat { .form }
    var x: Value
}

struct WrappedInForm<Value: Encodable & Sendable>: WrappedEndpoint {
    static var route: Route { "DELETE /f" }
    static var bodyFormat: BodyFormat { .form }
    @Field var x: Value
    init(_ value: Value, _ style: ParameterStyle) { _x = Field(wrappedValue: value, style: style) }
}

struct WholeForm<Value: Encodable & Sendable>: PlainEndpoint {
    static var route: Route { "POST /f" }
    static var bodyFormat: BodyFormat { .form }
    @Body var x: Value
}

struct WrappedInPart<Value: Encodable & Sendable>: WrappedEndpoint {
    static var route: Route { "POST /m" }
    static var bodyFormat: BodyFormat { .multipart }
    @Part var x: Value
    init(_ value: Value, _ style: ParameterStyle) { _x = Part(wrappedValue: value, style: style) }
}
