import Foundation
import Portico
import Testing

@testable import PorticoURLSession

@Suite struct CertificateTests {
    /// Certificates of one kind of key each, and the hash of that key as openssl finds it:
    /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256`.
    static let samples: [(name: String, pem: String, key: String, whole: String)] = [
        (
            "P-256",
            """
            -----BEGIN CERTIFICATE-----
            MIIBbzCCARWgAwIBAgIUennnFb4xPBN8GBGkRxxM016pZrswCgYIKoZIzj0EAwIw
            DTELMAkGA1UEAwwCZWMwHhcNMjYxMTMwMTc0MzQ4WhcNMzYxMTI3MTc0MzQ4WjAN
            MQswCQYDVQQDDAJlYzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLPsa5dYFNbl
            vYc9dlfhUDNW1B49I3pngTLPa8iPFhCePRZtSBELTbuvnkqYOLT+zYcBisT5Q8d1
            eVqISxShvGejUzBRMB0GA1UdDgQWBBQr3cnkpRK/+tHgDidMnfrYwqDfTDAfBgNV
            HSMEGDAWgBQr3cnkpRK/+tHgDidMnfrYwqDfTDAPBgNVHRMBAf8EBTADAQH/MAoG
            CCqGSM49BAMCA0gAMEUCIQD1MXu5hyW7uSKt5T4iyg3XEKZ5ULyUINd90U0FZ2XB
            5QIgcI+mOrI3L+pu+vy1Mdbfkz1h8NVT1qTUVhf5g1ZpklQ=
            -----END CERTIFICATE-----
            """,
            "c16c023048791df7050f5e4b8b6b2fd8a1784865e6eb0af6d141d69d20d54511",
            "feffa4ea6be43a2bc9c9049b9c3bd77d6dfa40638cb42541eb4cbd7031b4f32e"
        ),
        (
            "RSA 2048",
            """
            -----BEGIN CERTIFICATE-----
            MIIC/TCCAeWgAwIBAgIUes7o2F5B9yr53I020z26J5yIQbkwDQYJKoZIhvcNAQEL
            BQAwDjEMMAoGA1UEAwwDcnNhMB4XDTI2MTEzMDE3NDM0OVoXDTM2MTEyNzE3NDM0
            OVowDjEMMAoGA1UEAwwDcnNhMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
            AQEAxwbKV53rRLpd4OffXkMdWXQYIVGhIiOehM218iMt3N19LFtVf9/Os5TxPhhd
            BnL3MVZQh3cBdCEndjE5c1CMffqEiZZRrTvF9494G1w1gV7rpbLceE6v1lwLMek+
            c9GqP/2lOKbTnosuZl2yXmEKF2/TTrKwSJgukignqTNxqqPF+CXnbgGsrPGQs3zB
            bR2MITBk/UXmPlNzzrRUkAEZbZX4cxZ/LrzrzBOyrs8bMRzQinwV52n0BfBUjxHZ
            GBg6tZPL04tk2dQaxLSPjaa6y6DH7P7qQKWGC3vHn6Gb275u01YHE+SzEVcPY/PT
            4xNZEcgvNHpYUFjX4f5HWhL7qwIDAQABo1MwUTAdBgNVHQ4EFgQUQrtm9p62WdqE
            SJObqtX9jh040AUwHwYDVR0jBBgwFoAUQrtm9p62WdqESJObqtX9jh040AUwDwYD
            VR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAEhnb4brA4yATIFPah41+
            wBU58loO5T6Q2ajdKtxHcKRqvyrCe7WuBBfptMYGNMxYoI6Z1gCtdHdvMxltYmJe
            OyaUDQ4eb77T3shZ4pDq7oCW7SpXLBmrk+S6XrguZJopYXGGPbPawjia9Pmm6CTh
            IIU97S+clo1Qj1cLwixyDOI1R4y0y7B+1hNHyITUoT/U7jHh2gL030c+yFxubMxY
            XNx16kgmvNj6DivQBlC3yebBYdg1cdDH99Vv3FW6qmSKxG891i2bAQQD6nW2ygoV
            NKu/LXS7Y/Aj6kNGSShlH8w/FIhPtQiBxo1C7dQWVrmsZx9+Aw9kyFUXNUQbQuhW
            4g==
            -----END CERTIFICATE-----
            """,
            "0c16876a1e91e82f14b4f2aa5cf222442a3e5855cc0e2d5d91acf928a2e498a6",
            "d144c82df5894181346f648914d4f33080d1d7323e00cfd913f6626e93f96b8f"
        ),
        (
            "Ed25519",
            """
            -----BEGIN CERTIFICATE-----
            MIIBLjCB4aADAgECAhQlGDhsHg2EIE4RKIYiFJGdee6U7TAFBgMrZXAwDTELMAkG
            A1UEAwwCZWQwHhcNMjYxMTMwMTc0MzQ5WhcNMzYxMTI3MTc0MzQ5WjANMQswCQYD
            VQQDDAJlZDAqMAUGAytlcAMhAElg+mzvD8LfNFrmzAqwx8DI9xrt/O4Y5fe2pgl3
            8ipPo1MwUTAdBgNVHQ4EFgQUxYFnhu6F+UkLXvm7hd9DK1mvyjYwHwYDVR0jBBgw
            FoAUxYFnhu6F+UkLXvm7hd9DK1mvyjYwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
            QQBoQC8RghwEVrOAVV+lO773nPZi1jr3Vw35Mvxjv2rKFpkzLqWoW0YelmDjYJOz
            o/ym2satq9Xi2bHmjlzC6hIO
            -----END CERTIFICATE-----
            """,
            "1ebebb072521e1253eae4d8ec3ff91f78f3a992e8332c5f55a9d367592bf67fc",
            "2d253ed1874d2fbba5aa2443641e56988156bd813d1bc8f6b15853ae2f8fcf31"
        ),
    ]

    private static func certificate(_ index: Int) throws -> Certificate {
        let found = try #require(Certificate.all(inPEM: Data(samples[index].pem.utf8)))
        return try #require(found.first)
    }

    private static func bytes(_ hexadecimal: String) -> Data {
        let digits = hexadecimal.utf8.map { Int($0) }.map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }

    @Test(arguments: samples.indices)
    func `a pin matches the key of a certificate of any kind, as its certificate has it`(index: Int) throws {
        let sample = Self.samples[index]
        let certificate = try Self.certificate(index)

        #expect(Set([TLSPin.publicKey(sha256: Self.bytes(sample.key))]).match([certificate]), "\(sample.name)")
        #expect(Set([TLSPin.certificate(sha256: Self.bytes(sample.whole))]).match([certificate]), "\(sample.name)")
    }

    @Test func `one certificate of the chain is enough, and one pin of several`() throws {
        let chain = [try Self.certificate(0), try Self.certificate(1)]
        let backup = TLSPin.publicKey(sha256: Data(count: 32))

        #expect(Set([backup, .publicKey(sha256: Self.bytes(Self.samples[1].key))]).match(chain))
        #expect(!Set([backup, .publicKey(sha256: Self.bytes(Self.samples[2].key))]).match(chain))
    }

    @Test func `the hash of one kind does not do for the other, and no chain has a pin`() throws {
        let chain = [try Self.certificate(0)]
        let (key, whole) = (Self.bytes(Self.samples[0].key), Self.bytes(Self.samples[0].whole))

        #expect(!Set([TLSPin.publicKey(sha256: whole), .certificate(sha256: key)]).match(chain))
        #expect(!Set([TLSPin.publicKey(sha256: key)]).match([]))
        #expect(!Set<TLSPin>().match(chain))
    }

    @Test func `a certificate that is cut anywhere has no key, or the whole one`() throws {
        let certificate = try Self.certificate(0)
        let key = try #require(certificate.publicKeyInfo)

        for length in 0..<certificate.der.count {
            let cut = Certificate(der: certificate.der.prefix(length)).publicKeyInfo
            #expect(cut == nil || cut == key, "\(length) bytes")
        }
    }

    @Test(
        arguments: [
            [0x30], [0x30, 0x80], [0x30, 0x85, 1, 1, 1, 1, 1], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x02, 0x30, 0x05],
            [0x30, 0x82, 0x01], [0x02, 0x01, 0x00], [],
        ] as [[UInt8]])
    func `bytes that are no certificate have no key`(bytes: [UInt8]) {
        #expect(Certificate(der: Data(bytes)).publicKeyInfo == nil)
    }

    @Test func `a text holds any number of certificates, with words between them`() throws {
        let text = "# ours\n" + Self.samples.map(\.pem).joined(separator: "\r\nand another\n")

        let found = try #require(Certificate.all(inPEM: Data(text.utf8)))

        #expect(found.map(\.der) == (try Self.samples.indices.map { try Self.certificate($0).der }))
        #expect(Certificate.all(inPEM: Data("no certificate at all".utf8))?.isEmpty == true)
    }

    @Test(arguments: [
        "-----BEGIN CERTIFICATE-----\nMIIB\n", "-----BEGIN CERTIFICATE-----\nM?\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
    ])
    func `a text with a certificate that is cut or broken holds none`(text: String) {
        #expect(Certificate.all(inPEM: Data((Self.samples[0].pem + "\n" + text).utf8)) == nil)
    }
}
