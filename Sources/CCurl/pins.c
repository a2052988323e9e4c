#include "transfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// What is used of OpenSSL, which libcurl has loaded where it is built on it. Where it is not, no pin can be kept and
// every check fails.
static struct {
    void *(*SSL_get0_verified_chain)(const void *ssl);
    int (*OPENSSL_sk_num)(const void *stack);
    void *(*OPENSSL_sk_value)(const void *stack, int index);
    const void *(*EVP_sha256)(void);
    int (*X509_digest)(const void *certificate, const void *type, unsigned char *digest, unsigned *count);
    void *(*X509_get_X509_PUBKEY)(const void *certificate);
    int (*i2d_X509_PUBKEY)(const void *key, unsigned char **bytes);
    int (*EVP_Digest)(const void *bytes, size_t count, unsigned char *digest, unsigned *size, const void *type,
                      void *engine);
    bool is_there;
} library;

static void load(void) {
#define LOAD(name) (*(void **)&library.name = dlsym(RTLD_DEFAULT, #name)) != NULL
    library.is_there = LOAD(SSL_get0_verified_chain) && LOAD(OPENSSL_sk_num) && LOAD(OPENSSL_sk_value)
        && LOAD(EVP_sha256) && LOAD(X509_digest) && LOAD(X509_get_X509_PUBKEY) && LOAD(i2d_X509_PUBKEY) && LOAD(EVP_Digest);
#undef LOAD
}

bool pc_keeps_pins(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    return library.is_there && version && version->ssl_version && strncmp(version->ssl_version, "OpenSSL", 7) == 0;
}

bool pc_request_pin(pc_transfer *transfer, bool is_certificate, const unsigned char *sha256) {
    unsigned char kind = is_certificate;
    return pc_buffer_append(&transfer->pins, &kind, 1) && pc_buffer_append(&transfer->pins, sha256, PC_PIN_SIZE);
}

static bool is_pinned(const pc_transfer *transfer, bool is_certificate, const unsigned char *digest) {
    const pc_buffer *pins = &transfer->pins;
    for (size_t offset = 0; offset + 1 + PC_PIN_SIZE <= pins->count; offset += 1 + PC_PIN_SIZE)
        if (pins->bytes[offset] == (char)is_certificate && !memcmp(pins->bytes + offset + 1, digest, PC_PIN_SIZE))
            return true;
    return false;
}

static bool matches(const pc_transfer *transfer, const void *certificate) {
    unsigned char digest[64];
    unsigned size = 0;
    if (library.X509_digest(certificate, library.EVP_sha256(), digest, &size) == 1 && size == PC_PIN_SIZE
        && is_pinned(transfer, true, digest))
        return true;
    unsigned char *key = NULL;
    int count = library.i2d_X509_PUBKEY(library.X509_get_X509_PUBKEY(certificate), &key);
    if (count <= 0) return false;
    bool is_hashed = library.EVP_Digest(key, (size_t)count, digest, &size, library.EVP_sha256(), NULL) == 1;
    free(key);
    return is_hashed && size == PC_PIN_SIZE && is_pinned(transfer, false, digest);
}

bool pc_transfer_keeps_pins(const pc_transfer *transfer) {
    if (!transfer->pins.count) return true;
    struct curl_tlssessioninfo *session = NULL;
    if (!pc_keeps_pins() || curl_easy_getinfo(transfer->easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session
        || session->backend != CURLSSLBACKEND_OPENSSL || !session->internals)
        return false;
    // The chain that was verified, and not the one that was sent: to that anyone can add a certificate.
    const void *chain = library.SSL_get0_verified_chain(session->internals);
    for (int index = 0; chain && index < library.OPENSSL_sk_num(chain); index++)
        if (matches(transfer, library.OPENSSL_sk_value(chain, index))) return true;
    return false;
}
