import APILayer
import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Synchronization
import Testing

/// One after the other: the settings are the process's, as the document has them.
@Suite(.serialized) struct SharedAPI {
    @Suite(.serialized) struct DocumentTests {
        init() {
            API.parameterMapper = Mapper()
            API.mocker = nil
            API.tokenRefreshDelegate = nil
            API.completionQueue = .main
            API.transport = CurlTransport()
        }

        @Test func `JSON is given as an object of the document's model, optionals, entities and dates`() throws {
            let dateFormatter = DateFormatter()
            dateFormatter.locale = Locale(identifier: "en_US_POSIX")
            dateFormatter.timeZone = TimeZone(secondsFromGMT: 0)
            dateFormatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.S"
            API.parameterMapper.dateFormatter = dateFormatter
            let text = #"""
                {"display_name": "Berlin", "name": "berlin", "founded": "2014-02-03T04:05:06.5",
                 "members": [{"name": "Ole", "pin": "1234"}, {"name": "Ada"}]}
                """#
            var error: (any Error)?

            let office = Office(representation: try JSONSerialization.jsonObject(with: Data(text.utf8)), error: &error)

            #expect(error == nil)
            #expect(office.displayName == "Berlin")
            #expect(office.founded == Date(timeIntervalSince1970: 1_391_400_306.5))
            #expect(office.members.map(\.name) == ["Ole", "Ada"])
            #expect(office.members.map(\.pin) == ["1234", nil])
            #expect(office.toDict()["display_name"] as? String == "Berlin")
            #expect(office.toDict()["founded"] as? String == "2014-02-03T04:05:06.5")
            #expect((office.toDict()["members"] as? [[String: Any]])?.last as? [String: String] == ["name": "Ada"])
        }

        @Test func `optionals are nil where nothing is there, and types are checked`() {
            var error: (any Error)?

            let status = MemberStatus(representation: ["checked_in": true, "eta_minutes": "5"], error: &error)
            #expect(error == nil)
            #expect(status.checkedIn && status.etaMinutes == nil && status.isNear == nil)

            _ = MemberStatus(representation: ["checked_in": 1], error: &error)
            #expect("\(error.map { "\($0)" } ?? "")" == "'checked_in' is a number, not a boolean")
        }

        @Test func `an entity within an entity is read, and one with a fault is nil`() {
            var error: (any Error)?
            let whole: [String: Any] = [
                "id": "1", "title": "t", "awesome_count": 3, "subitem": ["name": "s", "tags": ["a"]],
            ]

            let item = DemoItem(representation: whole, error: &error)
            let faulty = DemoItem(representation: ["id": "1", "title": "t", "subitem": ["name": "s"]], error: &error)

            #expect(error == nil)
            #expect(item.awesomeCount == 3)
            #expect(item.subItem?.tags == ["a"])
            #expect(faulty.subItem == nil)
            let subitem = item.toDict()["subitem"] as? [String: Any]
            #expect(subitem?["name"] as? String == "s")
            #expect(subitem?["tags"] as? [String] == ["a"])
        }

        @Test func `a folder of JSON answers, and removing it goes live`() async throws {
            let folder = try TemporaryFolder()
            try folder.write(
                #"{"id": "7", "title": "from a file", "subitem": null}"#, to: "anything/item/GET.json")
            try folder.write(#"[{"name": "Ole"}]"#, to: "anything/offices/berlin/members.json")
            API.mocker = MockFolder(folder.url)

            let item: DemoItem = try await ask(Router.getDemoItem)
            let members: [Member] = try await ask(Router.getMember(officeName: "berlin", memberPIN: "1"))

            #expect(item.title == "from a file")
            #expect(members.map(\.name) == ["Ole"])
            API.mocker = nil
            let bundle = try #require(Bundle(url: folder.url))
            #expect(MockFolder(bundle, subdirectory: "anything").path(forRouter: Router.getDemoItem) == nil)
            #expect(MockFolder(bundle).path(forRouter: Router.getDemoItem)?.hasSuffix("/item/GET.json") == true)
            #expect(MockFolder(folder.url).path(forRouter: Router.getOffice(officeName: "../../item/GET")) == nil)
        }

        @Test func `a mocker of one's own names the file, and one that is missing is an error that names it`()
            async throws
        {
            struct Mocker: MockProtocol {
                let folder: URL

                func path(forRouter router: RouterProtocol) -> String? {
                    switch router as? Router {
                    case .getDemoItem: folder.appending(component: "item.json").path
                    case .getOffice: folder.appending(component: "nowhere.json").path
                    default: nil
                    }
                }
            }
            let folder = try TemporaryFolder()
            try folder.write(#"{"id": "1", "title": "own"}"#, to: "item.json")
            API.mocker = Mocker(folder: folder.url)

            #expect(try await ask(Router.getDemoItem, DemoItem.self).title == "own")
            let error = await #expect(throws: (any Error).self) {
                _ = try await ask(Router.getOffice(officeName: "x"), Office.self)
            }
            #expect("\(try #require(error))".contains("nowhere.json"))
        }
    }

    @Suite(.needsHTTPBin, .serialized) struct ServerTests {
        init() {
            API.parameterMapper = Mapper()
            API.mocker = nil
            API.tokenRefreshDelegate = nil
            API.transport = CurlTransport()
        }

        @Test func `parameters go where the encoding says, and the mapper's fields go along`() async throws {
            let query = try await json(Router.getMember(officeName: "a b", memberPIN: "1&2"))
            let form = try await json(Router.getAuthToken(username: "ada", password: "x+y"))
            let body = try await json(Router.postOffice(name: "Berlin"))

            #expect(query["args"] as? [String: String] == ["pin": "1&2"])
            #expect((query["url"] as? String)?.contains("/offices/a%20b/members") == true)
            #expect((query["headers"] as? [String: Any])?["X-App"] as? String == "1")
            #expect(form["form"] as? [String: String] == ["username": "ada", "password": "x+y"])
            #expect((body["json"] as? [String: Any])?["rooms"] as? [Int] == [1, 2])
        }

        @Test func `an upload is a form of its data and the parameters`() async throws {
            let echo = try await json(Router.uploadPhoto(Data("bytes".utf8)))

            #expect(echo["form"] as? [String: String] == ["title": "Ünï"])
            #expect(echo["files"] as? [String: String] == ["photo": "bytes"])
        }

        @Test func `a value is made of the answer's members`() async throws {
            let echo: [String: String?] = try await ask(Echo.headers)

            #expect(echo["X-App"] == "1")
        }

        private enum Echo: RouterProtocol {
            case headers

            var method: APILayer.Method { .get }
            var path: String { "/response-headers?X-App=1" }
            var encoding: ParameterEncoding { .url }
            var baseURLString: String { Router.getDemoItem.baseURLString }
        }

        @Test func `a status that is no success is a failure, whatever the body is`() async throws {
            let error = await #expect(throws: CallError<ErrorBody>.self) { try await json(Router.getMissing) }

            #expect(error?.response?.status == .notFound)
        }

        @Test func `what is missing in an object is named`() async throws {
            await #expect(throws: RepresentationError.self) {
                _ = try await ask(Router.getDemoItem, DemoItem.self)
            }
        }
    }
}
