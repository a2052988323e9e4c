// The C half of PorticoCurl: typed wrappers of libcurl's variadic calls, and callbacks that keep the work of a
// transfer in C until there is something for Swift to see.
//
// A `pc_transfer` is an easy handle with the request that it sends and the answer that it gets. It is used again and
// again. It is prepared on any thread, runs in a `pc_loop`, and is read on any thread again: by one at a time. A
// loop is used by one thread at a time too, but for what any may call.

#ifndef PORTICO_CCURL_H
#define PORTICO_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pc_share pc_share;
typedef struct pc_loop pc_loop;
typedef struct pc_transfer pc_transfer;

// What all transfers of a transport share: TLS sessions. It may be used from several threads.
pc_share *pc_share_create(void);
void pc_share_destroy(pc_share *share);

// Transfers. A new one has the options that are the same for every request; those of a transport are added with
// `pc_set_…`.
pc_transfer *pc_transfer_create(pc_share *share);
void pc_transfer_destroy(pc_transfer *transfer);
CURLcode pc_set_number(pc_transfer *transfer, CURLoption option, long value);
CURLcode pc_set_text(pc_transfer *transfer, CURLoption option, const char *value); // NULL for none
CURLcode pc_set_bytes(pc_transfer *transfer, CURLoption option, const void *bytes, size_t count);
// A list of lines, which lives as long as the transfer: one in all.
bool pc_add_line(pc_transfer *transfer, const char *line);
CURLcode pc_set_added_lines(pc_transfer *transfer, CURLoption option);

// The request. `pc_request_begin` forgets the last one, `pc_request_seal` hands everything to libcurl.
typedef struct {
    const char *scheme;
    size_t scheme_count;
    const char *authority;
    size_t authority_count;
    const char *target; // path and query, byte for byte
    size_t target_count;
    const char *method;
    size_t method_count;
    bool is_head;
    bool is_idempotent;      // may go out again where a kept connection turns out to be dead
    bool may_share;          // waits for a connection that is being made, which HTTP/2 could share
    bool is_alone;           // goes out over a connection that is made for it and closed after it
    bool is_streamed;        // the answer is handed on in chunks
    bool counts_progress;    // becomes ready after each turn in which bytes moved
    uint64_t body_limit;     // of a buffered answer
} pc_request;

bool pc_request_begin(pc_transfer *transfer, const pc_request *request);
// False where the bytes would end or forge a line.
bool pc_request_add_field(pc_transfer *transfer, const char *name, size_t name_count, const char *value,
                          size_t value_count);
// Fields that libcurl would write by itself, or that others depend on.
enum {
    PC_ACCEPT = 1,
    PC_ACCEPT_ENCODING = 2,
    PC_CONTENT_TYPE = 4,
    PC_EXPECT = 8,
    PC_RANGE = 16,
};
// Which of these were added.
unsigned pc_request_fields(const pc_transfer *transfer);
// Has libcurl leave out a field that it would write by itself.
void pc_request_omit_field(pc_transfer *transfer, const char *name);
void pc_request_body_bytes(pc_transfer *transfer, const void *bytes, size_t count);
// Takes the descriptor over.
void pc_request_body_file(pc_transfer *transfer, int descriptor, int64_t length);
// Pieces follow, whenever the transfer is ready with `PC_WANTS_PIECE`. A length below zero is not known.
void pc_request_body_pieces(pc_transfer *transfer, int64_t length);
// A pin of the server: the connection's verified chain has to hold one of them, or nothing is sent.
enum { PC_PIN_SIZE = 32 };
bool pc_request_pin(pc_transfer *transfer, bool is_certificate, const unsigned char *sha256);
CURLcode pc_request_seal(pc_transfer *transfer);

// What has become of the answer.
typedef enum {
    PC_NO_FLAW = 0,
    PC_FLAW_TOO_LARGE,       // more bytes than the limit
    PC_FLAW_LENGTH,          // Content-Length lines that differ, or are none
    PC_FLAW_LINE,            // a line of the head that is no field
    PC_FLAW_HEAD_SIZE,       // the head has no end in sight
    PC_FLAW_ENCODING,        // a content encoding is broken
    PC_FLAW_ENCODING_CUT,    // a content encoding ends before its end
    PC_FLAW_MEMORY,
    PC_FLAW_RESEND,          // a kept connection was dead, and the request may not go out twice
    PC_FLAW_PIN,             // no certificate of the server's has a pin
    PC_FLAW_FILE_SHORT,      // the file of the body ended before its length
    PC_FLAW_FILE_UNREADABLE,
} pc_flaw;

// A stretch of a head.
typedef struct {
    uint32_t start, count;
    bool is_ascii;
} pc_text;

// A field line of a head, without the white space around its value.
typedef struct {
    pc_text name, value;
} pc_field;

typedef struct {
    const char *head;        // what the stretches lie in
    size_t head_count;
    int status;
    pc_text reason;
    const pc_field *fields;
    size_t field_count;
    bool has_head;           // the final head is complete
    bool is_decoded;         // a content encoding was undone
    bool is_connected;       // the connection stood
    int64_t expected_count;  // of the body, below zero where it is not known
    pc_flaw flaw;
    int file_error;          // the system's number for PC_FLAW_FILE_UNREADABLE
    const char *message;     // libcurl's words
    uint64_t sent_count;
    uint64_t received_count; // content encodings undone
} pc_answer;

pc_answer pc_transfer_answer(const pc_transfer *transfer);

// When each phase was over, in microseconds from the start; 0 for one that did not come about.
typedef struct {
    bool has_begun;          // or all the rest is another request's
    int64_t name_resolved;
    int64_t connected;
    int64_t secured;
    int64_t request_started;
    int64_t request_sent;
    int64_t first_byte;
    int64_t total;
    int64_t new_connections; // 0 where a kept one was used
    int64_t sent_count;      // of the body
    int64_t received_count;  // of the body, encoded as it was
    long http_version;       // CURL_HTTP_VERSION_…
} pc_timings;

pc_timings pc_transfer_timings(const pc_transfer *transfer);

// Whether a proxy made no way to the server for want of credentials, or of the right ones. For a transfer that has ended.
bool pc_transfer_was_refused_by_proxy(const pc_transfer *transfer);
// Has a transfer that has ended with that code go out a second time, when it is added to its loop again: over a connection of
// its own, where a kept one turned out to be closed or closing before anything of an answer had come, and where the request
// has not gone out or may do so twice. libcurl does so itself over HTTP/1.1, and over HTTP/2 where its stream was refused, but
// not where the server has taken leave (GOAWAY). False where the transfer stays as it ended.
bool pc_transfer_begin_again(pc_transfer *transfer, CURLcode code);
// Whether a loop may be used by a thread that does not block SIGPIPE: since 7.88 OpenSSL, too, writes by way of libcurl,
// which does not raise it.
bool pc_raises_no_signal(void);
// Whether libcurl fails at the second request over a connection of HTTP/2 without TLS, as 7.88 does.
bool pc_loses_clear_http2(void);
// The bytes that have come since the last call, for the caller to free or, where they are a block, to give back; NULL
// where there are none.
void *pc_transfer_take_bytes(pc_transfer *transfer, size_t *count, bool *is_block);
// The same bytes where they are few, for the caller to copy at once, for their memory is used again; NULL where they are
// many, or none.
const void *pc_transfer_copy_bytes(pc_transfer *transfer, size_t *count);
// From any thread.
void pc_block_give_back(void *block);
// Forgets the answer, and closes what the body was read from. The transfer must not be in a loop.
void pc_transfer_finish(pc_transfer *transfer);

// The loop.
pc_loop *pc_loop_create(long connections_per_host, long connections, long kept_connections);
void pc_loop_destroy(pc_loop *loop);
bool pc_loop_start_thread(void (*body)(void *context), void *context);
CURLMcode pc_loop_add(pc_loop *loop, pc_transfer *transfer, void *context);
// Takes a transfer out. Where its answer is not complete the connection closes.
void pc_loop_remove(pc_loop *loop, pc_transfer *transfer);
CURLMcode pc_loop_perform(pc_loop *loop);
// Sleeps until there is something to do, `pc_loop_wake` or the time-out.
void pc_loop_sleep(pc_loop *loop, int milliseconds);
// Sleeps until `pc_loop_wake` or the time-out, which is true; meanwhile another thread may use the loop.
bool pc_loop_rest(pc_loop *loop, int milliseconds);
// From any thread.
void pc_loop_wake(pc_loop *loop);
// Closes every connection; no transfer may be in the loop.
void pc_loop_close_connections(pc_loop *loop);

enum {
    PC_HAS_HEAD = 1,
    PC_HAS_BYTES = 2,
    PC_WANTS_PIECE = 4,
    PC_HAS_PROGRESS = 8,
};

// The next transfer that has something to see, and what; NULL at the end.
void *pc_loop_next_ready(pc_loop *loop, unsigned *what);
// The next transfer that has ended, taken out of the loop, and how; NULL at the end.
void *pc_loop_next_done(pc_loop *loop, CURLcode *code);

// In the loop: holds the bytes of a streamed answer back, and lets them come again.
void pc_transfer_hold(pc_transfer *transfer);
// False where the answer turns out to be broken.
bool pc_transfer_release(pc_transfer *transfer);
// Whether bytes have come that were not taken yet, encoded or not.
bool pc_transfer_has_backlog(const pc_transfer *transfer);
// In the loop: the next piece of the request's body, copied, which goes out before another is asked for. No
// bytes are its end.
bool pc_transfer_supply(pc_transfer *transfer, const void *bytes, size_t count);

// Which content encodings can be undone here: the libraries that libcurl brings along say so.
bool pc_undoes_gzip(void);
bool pc_undoes_brotli(void);
bool pc_undoes_zstd(void);

// Whether pins can be kept: libcurl is built on OpenSSL.
bool pc_keeps_pins(void);

// The system's words for one of its numbers.
const char *pc_system_message(int number);

#endif
