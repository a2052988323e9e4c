// What a transfer is made of; see CCurl.h for how it is used.

#ifndef PORTICO_TRANSFER_H
#define PORTICO_TRANSFER_H

#include "CCurl.h"
#include "decoding.h"

// Bytes that grow.
typedef struct {
    char *bytes;
    size_t count;
    size_t capacity;
} pc_buffer;

bool pc_buffer_reserve(pc_buffer *buffer, size_t count);
bool pc_buffer_append(pc_buffer *buffer, const void *bytes, size_t count);
void pc_buffer_free(pc_buffer *buffer);

// The capacity of a block, which is used again and again for what is kept of a streamed body until Swift has seen it. It
// is more than one read of the socket, so that a reader who keeps up never pauses the transfer.
static const size_t pc_block_size = 786432;
bool pc_buffer_reserve_block(pc_buffer *buffer);
void pc_free_spare_blocks(void);

typedef enum { PC_BODY_NONE, PC_BODY_BYTES, PC_BODY_FILE, PC_BODY_PIECES } pc_body_kind;

struct pc_transfer {
    CURL *easy;
    CURLU *url; // the origin
    struct curl_slist *added_lines;
    void *context;
    pc_loop *loop;

    // The place in the loop's list of those that have something to see.
    pc_transfer *next_ready;
    bool is_ready;
    unsigned ready;

    // The request. The text of lines is in one buffer, and moves while it grows: the nodes of the list point into it
    // last.
    pc_buffer origin;
    pc_buffer target;
    pc_buffer method;
    pc_buffer pins; // a byte for the kind and the hash, for each
    pc_buffer text;
    size_t *lines;
    struct curl_slist *nodes;
    size_t line_count;
    size_t line_capacity;
    unsigned known_fields;
    bool is_head;
    bool is_idempotent;
    bool may_share;
    bool is_alone;
    bool is_second; // sent again over a connection of its own
    bool is_streamed;
    long receive_buffer;
    bool counts_progress;
    size_t scheme_count;
    bool origin_changed;
    bool method_changed;
    bool target_changed;
    bool body_changed; // there is one, or there was one before
    bool has_begun;
    int sendings; // how often the request has begun to go out

    // Its body.
    pc_body_kind body_kind;
    pc_buffer body;
    size_t body_offset;
    int64_t body_length;
    int64_t file_offset;
    int descriptor;
    bool body_ended;
    bool send_paused;
    uint64_t sent_count;

    // The answer.
    pc_buffer head;
    pc_text reason;
    pc_field *fields;
    size_t field_count;
    size_t field_capacity;
    bool has_head;
    bool is_complete; // although libcurl would wait for a body
    int status;
    int64_t expected_count;
    pc_decoder *decoder;
    pc_buffer bytes;
    size_t last_chunk; // how many of them were taken last
    pc_buffer encoded; // what has come and is not decoded yet, while nobody takes it
    size_t encoded_offset;
    uint64_t received_count;
    uint64_t body_limit;
    bool is_held;
    bool receive_paused;
    pc_flaw flaw;
    int file_error;
    char message[CURL_ERROR_SIZE];
};

// Says that the transfer's request begins to go out, so that it waits for a connection no longer.
void pc_loop_note_sending(pc_loop *loop);

// Puts the transfer into its loop's list.
void pc_transfer_end_sending(pc_transfer *transfer);
void pc_transfer_mark(pc_transfer *transfer, unsigned what);

// Takes encoded bytes that wait further, as far as there is room. False where a flaw ends it.
bool pc_transfer_decode(pc_transfer *transfer);
// Sees whether a content encoding has come to its end.
void pc_transfer_end_decoding(pc_transfer *transfer);

// Whether the connection's server is one of the pinned ones, where there are pins.
bool pc_transfer_keeps_pins(const pc_transfer *transfer);

size_t pc_on_header(char *bytes, size_t size, size_t count, void *context);
size_t pc_on_bytes(char *bytes, size_t size, size_t count, void *context);
size_t pc_on_read(char *bytes, size_t size, size_t count, void *context);
int pc_on_seek(void *context, curl_off_t offset, int origin);
int pc_on_sending(void *context, char *, char *, int, int);

#endif
