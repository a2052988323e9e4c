#include "transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// Sets a text that libcurl is told of again only where it `changed`.
static bool set_text(pc_buffer *buffer, const char *text, size_t count, bool *changed) {
    if (buffer->count == count + 1 && !memcmp(buffer->bytes, text, count)) return true;
    *changed = true;
    buffer->count = 0;
    return pc_buffer_append(buffer, text, count) && pc_buffer_append(buffer, "", 1);
}

static bool set_origin(pc_transfer *transfer, const pc_request *request) {
    pc_buffer *origin = &transfer->origin;
    size_t scheme = request->scheme_count, authority = request->authority_count;
    if (origin->count == scheme + 3 + authority + 1 && transfer->scheme_count == scheme
        && !memcmp(origin->bytes, request->scheme, scheme)
        && !memcmp(origin->bytes + scheme + 3, request->authority, authority))
        return true;
    transfer->origin_changed = true;
    transfer->scheme_count = scheme;
    origin->count = 0;
    return pc_buffer_append(origin, request->scheme, scheme) && pc_buffer_append(origin, "://", 3)
        && pc_buffer_append(origin, request->authority, authority) && pc_buffer_append(origin, "", 1);
}

// Whether text is visible ASCII, so that none of it ends a line or the target.
static bool is_visible(const char *text, size_t count) {
    for (size_t index = 0; index < count; index++)
        if ((unsigned char)text[index] <= 0x20 || (unsigned char)text[index] >= 0x7F) return false;
    return true;
}

// libcurl takes the memory for each transfer anew. A download is 1.6 times as fast with half a megabyte as with 16 KiB; for
// small bodies the system gave it and took it back each time, and page faults were 5 in a hundred of a request.
static const long streamed_buffer = 524288, buffered_buffer = 32768;

static void set_receive_buffer(pc_transfer *transfer, long size) {
    if (transfer->receive_buffer == size) return;
    transfer->receive_buffer = size;
    curl_easy_setopt(transfer->easy, CURLOPT_BUFFERSIZE, size);
}

bool pc_request_begin(pc_transfer *transfer, const pc_request *request) {
    if (!is_visible(request->scheme, request->scheme_count) || !is_visible(request->authority, request->authority_count)
        || !is_visible(request->target, request->target_count) || !is_visible(request->method, request->method_count))
        return false;
    // libcurl reads the URL for the place to connect to, and takes the target as it is.
    if (!set_origin(transfer, request)) return false;
    if (!set_text(&transfer->target, request->target, request->target_count, &transfer->target_changed)) return false;
    if (!set_text(&transfer->method, request->method, request->method_count, &transfer->method_changed)) return false;
    transfer->body_changed = transfer->body_kind != PC_BODY_NONE || transfer->is_head != request->is_head;
    transfer->is_head = request->is_head;
    transfer->is_idempotent = request->is_idempotent;
    if (transfer->may_share != request->may_share) {
        transfer->may_share = request->may_share;
        curl_easy_setopt(transfer->easy, CURLOPT_PIPEWAIT, request->may_share ? 1L : 0L);
    }
    if (transfer->is_alone != request->is_alone || transfer->is_second) {
        transfer->is_alone = request->is_alone;
        transfer->is_second = false;
        curl_easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT, request->is_alone ? 1L : 0L);
        curl_easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, request->is_alone ? 1L : 0L);
    }
    set_receive_buffer(transfer, request->is_streamed ? streamed_buffer : buffered_buffer);
    transfer->is_streamed = request->is_streamed;
    transfer->counts_progress = request->counts_progress;
    transfer->body_limit = request->body_limit;
    transfer->pins.count = 0;
    transfer->text.count = 0;
    transfer->line_count = 0;
    transfer->known_fields = 0;
    transfer->has_begun = false;
    transfer->sendings = 0;
    transfer->body_kind = PC_BODY_NONE;
    transfer->body.count = 0;
    transfer->body_offset = 0;
    transfer->body_length = 0;
    transfer->file_offset = 0;
    transfer->body_ended = false;
    transfer->send_paused = false;
    transfer->sent_count = 0;
    transfer->head.count = 0;
    transfer->reason = (pc_text){0};
    transfer->field_count = 0;
    transfer->has_head = false;
    transfer->is_complete = false;
    transfer->status = 0;
    transfer->expected_count = -1;
    transfer->encoded.count = 0;
    transfer->encoded_offset = 0;
    transfer->received_count = 0;
    transfer->last_chunk = 0;
    transfer->is_held = false;
    transfer->receive_paused = false;
    transfer->flaw = PC_NO_FLAW;
    transfer->file_error = 0;
    transfer->message[0] = 0;
    transfer->ready = 0;
    return true;
}

static bool begin_line(pc_transfer *transfer) {
    if (transfer->line_count == transfer->line_capacity) {
        size_t capacity = transfer->line_capacity ? transfer->line_capacity * 2 : 16;
        size_t *lines = realloc(transfer->lines, capacity * sizeof *lines);
        if (!lines) return false;
        transfer->lines = lines;
        struct curl_slist *nodes = realloc(transfer->nodes, capacity * sizeof *nodes);
        if (!nodes) return false;
        transfer->nodes = nodes;
        transfer->line_capacity = capacity;
    }
    transfer->lines[transfer->line_count++] = transfer->text.count;
    return true;
}

static bool is_value(const char *value, size_t count, bool *is_blank) {
    *is_blank = true;
    for (size_t index = 0; index < count; index++) {
        unsigned char byte = (unsigned char)value[index];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F) return false;
        if (byte != ' ' && byte != '\t') *is_blank = false;
    }
    return true;
}

static bool is_name(const char *name, size_t count, const char *known) {
    return !strncasecmp(name, known, count);
}

static unsigned known_field(const char *name, size_t count) {
    switch (count) {
    case 5: return is_name(name, count, "Range") ? PC_RANGE : 0;
    case 6: return is_name(name, count, "Accept") ? PC_ACCEPT : is_name(name, count, "Expect") ? PC_EXPECT : 0;
    case 12: return is_name(name, count, "Content-Type") ? PC_CONTENT_TYPE : 0;
    case 15: return is_name(name, count, "Accept-Encoding") ? PC_ACCEPT_ENCODING : 0;
    default: return 0;
    }
}

unsigned pc_request_fields(const pc_transfer *transfer) { return transfer->known_fields; }

bool pc_request_add_field(pc_transfer *transfer, const char *name, size_t name_count, const char *value,
                          size_t value_count) {
    bool is_blank;
    if (!name_count || !is_visible(name, name_count) || memchr(name, ':', name_count) || memchr(name, ';', name_count)
        || !is_value(value, value_count, &is_blank) || !begin_line(transfer))
        return false;
    transfer->known_fields |= known_field(name, name_count);
    pc_buffer *text = &transfer->text;
    // libcurl writes a name with a semicolon as a field without a value.
    if (is_blank) return pc_buffer_append(text, name, name_count) && pc_buffer_append(text, ";", 2);
    return pc_buffer_append(text, name, name_count) && pc_buffer_append(text, ": ", 2)
        && pc_buffer_append(text, value, value_count) && pc_buffer_append(text, "", 1);
}

void pc_request_omit_field(pc_transfer *transfer, const char *name) {
    if (begin_line(transfer) && pc_buffer_append(&transfer->text, name, strlen(name)))
        pc_buffer_append(&transfer->text, ":", 2);
}

void pc_request_body_bytes(pc_transfer *transfer, const void *bytes, size_t count) {
    transfer->body_kind = PC_BODY_BYTES;
    transfer->body_length = (int64_t)count;
    if (!pc_buffer_append(&transfer->body, bytes, count)) transfer->flaw = PC_FLAW_MEMORY;
}

void pc_request_body_file(pc_transfer *transfer, int descriptor, int64_t length) {
    transfer->body_kind = PC_BODY_FILE;
    transfer->descriptor = descriptor;
    transfer->body_length = length;
}

void pc_request_body_pieces(pc_transfer *transfer, int64_t length) {
    transfer->body_kind = PC_BODY_PIECES;
    transfer->body_length = length;
}

// A body goes out as POST does it, whatever the method is called.
static CURLcode set_body(pc_transfer *transfer) {
    CURL *easy = transfer->easy;
    CURLcode code = CURLE_OK;
    if (transfer->body_kind == PC_BODY_NONE)
        return curl_easy_setopt(easy, transfer->is_head ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1L);
    code = curl_easy_setopt(easy, CURLOPT_NOBODY, 0L);
    // Counted bytes are read piece by piece, others go out with the head.
    bool is_inline = transfer->body_kind == PC_BODY_BYTES && (!transfer->counts_progress || !transfer->body_length);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->body_length);
    const char *bytes = transfer->body.count ? transfer->body.bytes : "";
    if (!code) code = curl_easy_setopt(easy, CURLOPT_POST, 1L);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_POSTFIELDS, is_inline ? bytes : NULL);
    return code;
}

// Parsed once, and not for each request. What cannot be parsed is libcurl's to refuse when the transfer begins.
static CURLcode set_url(pc_transfer *transfer) {
    if (!transfer->url) transfer->url = curl_url();
    bool is_parsed = transfer->url && !curl_url_set(transfer->url, CURLUPART_URL, transfer->origin.bytes, 0);
    CURLcode code = curl_easy_setopt(transfer->easy, CURLOPT_CURLU, is_parsed ? transfer->url : NULL);
    if (!code && !is_parsed) code = curl_easy_setopt(transfer->easy, CURLOPT_URL, transfer->origin.bytes);
    return code;
}

CURLcode pc_request_seal(pc_transfer *transfer) {
    CURL *easy = transfer->easy;
    CURLcode code = transfer->flaw ? CURLE_OUT_OF_MEMORY : CURLE_OK;
    for (size_t index = 0; index < transfer->line_count; index++) {
        struct curl_slist *node = &transfer->nodes[index];
        node->data = transfer->text.bytes + transfer->lines[index];
        node->next = index + 1 < transfer->line_count ? node + 1 : NULL;
    }
    if (!code && (transfer->body_changed || transfer->body_kind != PC_BODY_NONE)) {
        transfer->body_changed = true;
        code = set_body(transfer);
    }
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->line_count ? transfer->nodes : NULL);
    if (!code && transfer->method_changed) {
        code = curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, transfer->method.bytes);
        transfer->method_changed = code != CURLE_OK;
    }
    if (!code && transfer->target_changed) {
        code = curl_easy_setopt(easy, CURLOPT_REQUEST_TARGET, transfer->target.bytes);
        transfer->target_changed = code != CURLE_OK;
    }
    if (!code && transfer->origin_changed) {
        code = set_url(transfer);
        transfer->origin_changed = code != CURLE_OK;
    }
    return code;
}

bool pc_loses_clear_http2(void) {
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    return version && version->version_num >> 8 == 0x0758;
}

static bool is_end_of_connection(CURLcode code) {
    return code == CURLE_HTTP2 || code == CURLE_PARTIAL_FILE || code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR
        || code == CURLE_SEND_ERROR;
}

bool pc_transfer_begin_again(pc_transfer *transfer, CURLcode code) {
    long new_connections = 1;
    if (!is_end_of_connection(code) || transfer->flaw || transfer->head.count || transfer->is_second) return false;
    if (transfer->sendings > 1 || (transfer->sendings && !transfer->is_idempotent)) return false;
    if (transfer->body_kind == PC_BODY_PIECES && transfer->sent_count) return false;
    if (curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &new_connections) != CURLE_OK || new_connections)
        return false;
    if (curl_easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT, 1L) != CURLE_OK) return false;
    transfer->is_second = true;
    transfer->sendings = 0;
    transfer->body_offset = 0;
    transfer->file_offset = 0;
    transfer->sent_count = 0;
    transfer->message[0] = 0;
    return true;
}

// Called when the connection stands and before a byte of the request goes out, for each request on a kept connection
// too; and again where a kept one turns out to be dead.
int pc_on_sending(void *context, char *remote, char *local, int remote_port, int local_port) {
    (void)remote, (void)local, (void)remote_port, (void)local_port;
    pc_transfer *transfer = context;
    if (!pc_transfer_keeps_pins(transfer)) {
        transfer->flaw = PC_FLAW_PIN;
        return CURL_PREREQFUNC_ABORT;
    }
    // libcurl sends a request without Expect where the one with it was refused; here the refusal is the answer.
    if (transfer->has_head && transfer->status == 417) {
        transfer->is_complete = true;
        return CURL_PREREQFUNC_ABORT;
    }
    if (!transfer->sendings && transfer->loop) pc_loop_note_sending(transfer->loop);
    if (transfer->sendings++ && !transfer->is_idempotent) {
        transfer->flaw = PC_FLAW_RESEND;
        return CURL_PREREQFUNC_ABORT;
    }
    return CURL_PREREQFUNC_OK;
}

static size_t read_file(pc_transfer *transfer, char *bytes, size_t count) {
    int64_t rest = transfer->body_length - transfer->file_offset;
    if ((int64_t)count > rest) count = (size_t)rest;
    if (!count) return 0;
    ssize_t result;
    do result = pread(transfer->descriptor, bytes, count, (off_t)transfer->file_offset);
    while (result < 0 && errno == EINTR);
    if (result > 0) {
        transfer->file_offset += result;
        return (size_t)result;
    }
    transfer->flaw = result ? PC_FLAW_FILE_UNREADABLE : PC_FLAW_FILE_SHORT;
    transfer->file_error = result ? errno : 0;
    return CURL_READFUNC_ABORT;
}

static size_t read_memory(pc_transfer *transfer, char *bytes, size_t count) {
    size_t rest = transfer->body.count - transfer->body_offset;
    if (count > rest) count = rest;
    if (count) memcpy(bytes, transfer->body.bytes + transfer->body_offset, count);
    transfer->body_offset += count;
    return count;
}

static size_t read_piece(pc_transfer *transfer, char *bytes, size_t count) {
    count = read_memory(transfer, bytes, count);
    if (transfer->body_offset == transfer->body.count && !transfer->body_ended)
        pc_transfer_mark(transfer, PC_WANTS_PIECE);
    if (count || transfer->body_ended) return count;
    transfer->send_paused = true;
    return CURL_READFUNC_PAUSE;
}

size_t pc_on_read(char *bytes, size_t size, size_t count, void *context) {
    pc_transfer *transfer = context;
    count *= size;
    switch (transfer->body_kind) {
    case PC_BODY_FILE: count = read_file(transfer, bytes, count); break;
    case PC_BODY_BYTES: count = read_memory(transfer, bytes, count); break;
    case PC_BODY_PIECES: count = read_piece(transfer, bytes, count); break;
    case PC_BODY_NONE: count = 0; break;
    }
    if (count && count != CURL_READFUNC_PAUSE && count != CURL_READFUNC_ABORT) {
        transfer->sent_count += count;
        if (transfer->counts_progress) pc_transfer_mark(transfer, PC_HAS_PROGRESS);
    }
    return count;
}

// Asked for when the body has to go out again from the start.
int pc_on_seek(void *context, curl_off_t offset, int origin) {
    pc_transfer *transfer = context;
    if (offset != 0 || origin != SEEK_SET) return CURL_SEEKFUNC_FAIL;
    if (transfer->body_kind == PC_BODY_PIECES && transfer->sent_count) {
        transfer->flaw = PC_FLAW_RESEND;
        return CURL_SEEKFUNC_FAIL;
    }
    transfer->body_offset = 0;
    transfer->file_offset = 0;
    transfer->sent_count = 0;
    return CURL_SEEKFUNC_OK;
}
